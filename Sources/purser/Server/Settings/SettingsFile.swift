import AppStoreModels
import Foundation

/// The configuration file: a JSON object with a member for each setting, and those that only a file can hold.
struct SettingsFile: Sendable {
    /// By the names of settings; lists have several texts.
    private(set) var values: [String: [String]] = [:]
    /// ``FileOnlySettings``, as they stand there.
    private(set) var sections: [String: JSONObject] = [:]
    /// Relative paths in the file count from its folder.
    let url: URL

    /// The longest file that is read, in bytes.
    private static let maximumLength = 4 * 1024 * 1024

    /// - Throws: ``SettingsError`` that names file, member and what to do, never a value that could be a secret.
    init(_ path: String) throws(SettingsError) {
        url = URL(fileURLWithPath: path)
        try read(try Self.content(of: path), path)
    }

    private static func content(of path: String) throws(SettingsError) -> Data {
        func mistake(_ reason: String) -> SettingsError { SettingsError(.file, "the configuration file \(reason)") }
        guard try FilePresence(of: path).isThere(orThrow: mistake) else {
            throw mistake("\(path) is not there; name one that is")
        }
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard !isFolder.boolValue else { throw mistake("\(path) is a folder; name a file in it") }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw mistake("\(path) may not be read by this user; let it be, or run as the file's owner")
        }
        defer { try? handle.close() }
        let content: Data
        do { content = try handle.read(upToCount: maximumLength + 1) ?? Data() } catch {
            throw mistake("\(path) cannot be read: \(error.localizedDescription)")
        }
        guard content.count <= maximumLength else { throw mistake("\(path) is longer than \(maximumLength) bytes") }
        guard !content.isEmpty else { throw mistake("\(path) is empty; one without settings holds {}") }
        return content
    }

    private mutating func read(_ content: Data, _ path: String) throws(SettingsError) {
        let parsed: JSONValue
        do { parsed = try JSONValue(parsing: content) } catch {
            throw SettingsError(.file, "\(path) is no JSON: \(error)")
        }
        guard let object = parsed.object else {
            throw SettingsError(.file, "\(path) must hold a JSON object, with a member for each setting")
        }
        for (name, value) in object.members { try take(name, value, path) }
    }

    private mutating func take(_ name: String, _ value: JSONValue, _ path: String) throws(SettingsError) {
        try SecretRule.check(name, origin: .file)
        if FileOnlySettings.names.contains(name) {
            guard let section = value.object else {
                throw SettingsError(.file, "\(path): \(name) must be an object")
            }
            sections[name] = section
            return
        }
        guard let setting = ServerSetting.named(name) else {
            let known = ServerSetting.all.map(\.name) + FileOnlySettings.names
            throw SettingsError(
                .file,
                "\(path): there is no setting \(name.prefix(64)); \(NearestName(known: known).hint(for: name))"
            )
        }
        guard let texts = Self.texts(value, setting.kind) else {
            throw SettingsError(.file, "\(path): \(name) must be \(setting.expectation)")
        }
        values[name] = texts.map { absolute($0, setting) }
    }

    /// The value as texts, if JSON says it in the kind's own way.
    private static func texts(_ value: JSONValue, _ kind: ServerSetting.Kind) -> [String]? {
        switch (kind, value) {
        case (.list, .array(let items)):
            let texts = items.compactMap(\.string)
            return texts.count == items.count ? texts : nil
        case (.text, .string(let text)), (.file, .string(let text)), (.choice, .string(let text)): return [text]
        case (.integer, .number(let number)): return number.int64.map { [String($0)] }
        case (.number, .number(let number)): return [number.text]
        case (.yesOrNo, .bool(let flag)): return [flag ? "true" : "false"]
        default: return nil
        }
    }

    private func absolute(_ text: String, _ setting: ServerSetting) -> String {
        switch setting.name {
        case "data", "roots": return path(text)
        case "sharedSecretFiles":
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 && !parts[0].contains("/") ? "\(parts[0])=\(path(parts[1]))" : path(text)
        default: return setting.kind == .file ? path(text) : text
        }
    }

    /// A path of the file, from wherever the program was started.
    func path(_ text: String) -> String {
        text.hasPrefix("/") || text.isEmpty
            ? text : url.deletingLastPathComponent().appendingPathComponent(text).standardizedFileURL.path
    }
}
