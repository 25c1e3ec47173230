import AppStoreModels
import Foundation
import PurchaseServer

/// What counts of all that flags, variables and the file say, checked, and where each came from.
struct ServerSettings: Sendable {
    /// One setting as it counts.
    struct Value: Sendable, Equatable {
        let texts: [String]
        let origin: SettingOrigin
    }

    /// By the names of settings; those of which nobody says anything are missing.
    private(set) var values: [String: Value] = [:]
    /// What only a file can hold.
    let fileOnly: FileOnlySettings
    /// The file, if there is one.
    let file: URL?

    /// - Parameters:
    ///   - flags: What the command line says, by the names of settings.
    ///   - config: The configuration file by flag; else the variable names it.
    ///   - environment: The variables.
    /// - Throws: ``SettingsError``.
    init(
        flags: [String: [String]],
        config: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(SettingsError) {
        try SecretRule.checkVariables(environment)
        try Self.checkNames(environment)
        let named = config ?? environment[ServerSetting.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
        let file: SettingsFile? = if let named { try SettingsFile(named) } else { nil }
        self.file = file?.url
        fileOnly = if let file { try FileOnlySettings(file) } else { FileOnlySettings() }
        guard #available(macOS 15, *) else {
            throw SettingsError(.standard, "the server needs macOS 15 or later")
        }
        let layers = SettingsLayers(flags: flags, environment: environment, file: file?.values ?? [:])
        for setting in ServerSetting.all {
            guard let (texts, origin) = layers.value(of: setting) else { continue }
            try Self.check(texts, of: setting, origin)
            values[setting.name] = Value(texts: texts, origin: origin)
        }
    }

    private static func checkNames(_ environment: [String: String]) throws(SettingsError) {
        let known = ServerSetting.all.map(\.variable) + [ServerSetting.fileVariable]
        for name in environment.keys.sorted()
        where name.hasPrefix(ServerSetting.variablePrefix) && !known.contains(name) {
            throw SettingsError(
                .environment,
                "there is no setting \(name.prefix(100)); \(NearestName(known: known).hint(for: name))"
            )
        }
    }

    private static func check(
        _ texts: [String],
        of setting: ServerSetting,
        _ origin: SettingOrigin
    ) throws(SettingsError) {
        for text in texts {
            if setting.kind == .file || setting.name == "sharedSecretFiles" {
                try SecretRule.checkPath(text, of: setting, origin: origin)
            }
            guard setting.accepts(text) else {
                throw SettingsError(
                    origin,
                    "\(setting.label(origin)) is \(text.isEmpty ? "empty" : String(text.prefix(100))); it must be "
                        + setting.expectation
                )
            }
        }
    }
}

extension ServerSettings {
    subscript(list name: String) -> [String] { values[name]?.texts ?? [] }
    subscript(text name: String) -> String? { values[name]?.texts.last }
    subscript(number name: String) -> Double? { self[text: name].flatMap(Double.init) }
    subscript(integer name: String) -> Int? { self[text: name].flatMap { Int($0) } }
    subscript(yes name: String) -> Bool { self[text: name] == "true" }

    /// An error about a setting, which names it as it is called where it came from.
    func mistake(_ name: String, _ reason: String) -> SettingsError {
        let origin = values[name]?.origin ?? .flag
        return SettingsError(origin, "\(ServerSetting.named(name)?.label(origin) ?? name): \(reason)")
    }

    /// The database that servers share; nil where there is a folder.
    func sharedDatabase() throws(SettingsError) -> SharedDatabase? {
        guard let text = self[text: "database"] else {
            guard self[list: "readReplicas"].isEmpty else {
                throw mistake("readReplicas", "follow a PostgreSQL; name that, too: --database")
            }
            return nil
        }
        if self[text: "data"] != nil { throw mistake("database", "contradicts data: name one place to keep things in") }
        var database = try sharedDatabase(at: text, "database")
        for replica in self[list: "readReplicas"] {
            database.readReplicas.append(try sharedDatabase(at: replica, "readReplicas"))
        }
        return database
    }

    private func sharedDatabase(at address: String, _ name: String) throws(SettingsError) -> SharedDatabase {
        guard !SecretRule.hasPassword(address) else {
            throw mistake(
                name,
                "a password is read from a file only; leave it out, write it to a file that nobody else may read "
                    + "(host:port:database:account:password) and name that in PGPASSFILE"
            )
        }
        do { return try SharedDatabase(address) } catch { throw mistake(name, error.reason) }
    }

    /// Where everything is kept, which must be said.
    func databasePlace() throws(SettingsError) -> DatabasePlace {
        if let shared = try sharedDatabase() { return .shared(shared) }
        return .file(try databaseFile())
    }

    /// The folder of the database, which must be said.
    func dataFolder() throws(SettingsError) -> URL {
        guard let data = self[text: "data"] else {
            throw SettingsError(
                .flag,
                "no folder for the database is named; use --data DIR, PURSER_SERVER_DATA, or data in the file of --config, "
                    + "or --database for a PostgreSQL"
            )
        }
        return URL(fileURLWithPath: data, isDirectory: true)
    }

    /// The database.
    func databaseFile() throws(SettingsError) -> URL {
        try dataFolder().appendingPathComponent("purchases.sqlite")
    }
}
