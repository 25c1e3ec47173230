import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import ArgumentParser
import Foundation
import PurchaseServer

/// `purser server import`: customers and purchases from another server, or from an export of this one.
struct ServerImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over customers and purchases from a list, or read an export back.",
        discussion: """
            Reads CSV or JSON with a row for each purchase: whose it is, and its original transaction id, its receipt or its \
            signed transaction; also packed with gzip. The exports of RevenueCat, Adapty and Apphud are known by their headers. Apple is asked for \
            the rest, with the In-App Purchase key. What was done is kept row by row: run it again after a stop, and it goes \
            on. A folder that `purser server export` wrote is read back into an empty server.
            """
    )

    @Argument(help: "A CSV or JSON file, - for standard input, or the folder of an export.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The folder of the server's database; made if missing.", valueName: "dir"))
    var data: String

    @Option(
        help: ArgumentHelp(
            "The server's configuration file: apps, keys and secrets, in the place of the options for them.",
            valueName: "file"
        )
    )
    var config: String?

    @Option(
        help: ArgumentHelp(
            "What the columns mean, for example customer=uid,originalTransactionId=otid,attributes.plan=plan.",
            valueName: "columns"
        ),
        transform: { try ImportColumns(argument: $0) }
    )
    var columns: ImportColumns?

    @Option(help: ArgumentHelp("csv or json; without it the name of the file decides.", valueName: "format"))
    var format: Format?

    @Option(help: ArgumentHelp("Write the rows that were not taken to this file, as CSV.", valueName: "file"))
    var report: String?

    @Flag(help: "Only look whether the rows can be read; ask nobody, keep nothing.")
    var dryRun = false

    @Flag(help: "Ask about rows again that were settled before.")
    var again = false

    @Flag(help: "Refuse purchases of the sandbox.")
    var productionOnly = false

    @Option(help: ArgumentHelp("A file that holds the shared secret, for receipts without a key.", valueName: "file"))
    var sharedSecretFile: String?

    @Option(
        help: ArgumentHelp("Call another server than Apple's, for example http://127.0.0.1:8081.", valueName: "url")
    )
    var url: String?

    @OptionGroup var key: APIKeyOptions

    @OptionGroup var trust: TrustOptions

    @Flag(help: "Print JSON.")
    var json = false

    /// The formats of lists.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, json
    }

    func validate() throws {
        let named = key.local ?? key.keyFile ?? key.bundleID ?? sharedSecretFile ?? url
        guard config == nil || named == nil else {
            throw ValidationError("--config names apps, keys and addresses; leave --bundle-id, --key and the like out")
        }
    }

    func run() async throws {
        let terminal = Terminal.standardOutput()
        do {
            if ExportReading.isExport(URL(fileURLWithPath: file, isDirectory: true)) {
                try await readExport(terminal)
            } else {
                try await readList(terminal)
            }
        } catch let error as ImportError {
            throw unusable(terminal, error.code.rawValue, error.reason)
        } catch let error as PurchaseServerError {
            throw unusable(terminal, error.code.rawValue, error.reason)
        } catch let error as APIAccessError {
            throw unusable(terminal, error.code, error.message)
        } catch let error as ServerAPIError {
            throw unusable(terminal, error.code.rawValue, error.reason)
        }
    }

    private func unusable(_ terminal: Terminal, _ code: String, _ reason: String) -> ExitCode {
        terminal.complain(code, reason, json: json)
        return ExitStatus.unusable
    }

    private func readExport(_ terminal: Terminal) async throws {
        let rows = try await ExportReading(databaseFile: databaseFile)
            .read(URL(fileURLWithPath: file, isDirectory: true))
        guard !json else {
            let counts = rows.sorted { $0.key < $1.key }.map { ($0, JSONValue.number(JSONNumber($1))) }
            return terminal.json(["rows": .object(JSONObject(counts))])
        }
        terminal.line("read \(rows.values.reduce(0, +)) rows; keys and webhooks are made anew")
    }

    private func readList(_ terminal: Terminal) async throws {
        let isInput = file == "-"
        guard let handle = isInput ? .standardInput : FileHandle(forReadingAtPath: file) else {
            throw unusable(terminal, "unreadable", "the file \(file) cannot be read")
        }
        let name = isInput ? "standard input" : URL(fileURLWithPath: file).lastPathComponent
        var options = PurchaseImport.Options(source: name, isJSON: isJSON, columns: columns)
        options.isRehearsal = dryRun
        options.asksAgain = again
        let importer = try PurchaseImport(try await configuration())
        let reporter = try ImportReporter(file: report)
        let meter = ImportMeter(total: isInput ? nil : try? handle.seekToEndAndBack())
        let progress = try await importer.run(ByteSource(unpacking: handle), options) { refused in
            try reporter.write(refused)
        } onProgress: { progress in
            meter.show(progress)
        }
        try reporter.finish()
        meter.finish()
        json
            ? terminal.json(.object(ImportText.json(progress)))
            : ImportText.lines(progress, dryRun).forEach(terminal.line)
        guard progress.refused + progress.waiting == 0 else { throw ExitStatus.invalid }
    }

    private var isJSON: Bool {
        let name = file.lowercased().hasSuffix(".gz") ? (file as NSString).deletingPathExtension : file
        return format.map { $0 == .json }
            ?? ["json", "jsonl", "ndjson"].contains((name as NSString).pathExtension.lowercased())
    }

    private var databaseFile: URL {
        URL(fileURLWithPath: data, isDirectory: true).appendingPathComponent("purchases.sqlite")
    }
}

extension ServerImportCommand {
    private func configuration() async throws -> PurchaseServerConfiguration {
        if let config { return try await served(config) }
        let access = try await access()
        guard let bundleID = access?.bundleID ?? key.bundleID else {
            throw ValidationError("say which app: --bundle-id")
        }
        let date = trust.at?.date
        var configuration = PurchaseServerConfiguration(
            databaseFile: databaseFile,
            apps: [AppIdentity(bundleID: bundleID)],
            now: { date ?? Date() }
        )
        var policy = try trust.policy()
        if let access {
            let base = try url.map { try HTTPAddress(argument: $0, of: "--url").url } ?? access.url
            configuration.serverAPI = ServerAPIAccess(
                key: access.key,
                addresses: base.map(ServerAPIAddresses.init(base:)) ?? .apple
            )
            if let base { configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: base) }
            policy = policy.adding([access.root, access.receiptRoot].compactMap(\.self))
        }
        configuration.trustPolicy = policy
        configuration.logger = LogStream.logger("purser.import")
        configuration.sharedSecret = try sharedSecretFile.map {
            AppSharedSecret(try SecretFile($0, option: "--shared-secret-file").text)
        }
        if productionOnly { configuration.environments = [.production] }
        return configuration
    }

    /// The apps of a server, each with what it has of its own.
    private func served(_ config: String) async throws -> PurchaseServerConfiguration {
        let data = data
        var configuration = try await SettingsFailure.told { () async throws(SettingsError) in
            try await ServerSettings(flags: ["data": [data]], config: config)
                .configuration(logger: LogStream.logger("purser.import"))
        }
        if productionOnly { configuration.environments = [.production] }
        return configuration
    }

    /// Nil where no key is named: then receipts and signed transactions can be taken, and nothing looked up.
    private func access() async throws -> APIKeyOptions.Access? {
        let environment = ProcessInfo.processInfo.environment
        guard key.local != nil || key.keyFile != nil || environment["PURSER_API_KEY"] != nil else { return nil }
        return try await key.access(environment)
    }
}

extension ImportColumns {
    fileprivate init(argument: String) throws {
        do throws(ImportError) {
            self = try ImportColumns(parsing: argument)
        } catch {
            throw ValidationError("--columns: \(error.reason)")
        }
    }
}
