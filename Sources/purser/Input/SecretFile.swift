import AppStoreModels
import ArgumentParser
import Foundation

/// A secret in a file that was named on the command line.
struct SecretFile {
    /// Without the line break at its end.
    let text: String

    /// The longest file, in bytes; a key has less than 1,000.
    static let maximumLength = 65_536

    /// - Parameters:
    ///   - path: The file.
    ///   - option: What named it.
    /// - Throws: `ValidationError` that names option and file, never what is in it.
    init(_ path: String, option: String) throws {
        guard !SecretRule.isSecret(path) else {
            throw ValidationError("\(option): that is a secret itself; write it to a file, and name the file")
        }
        if case .hidden(let reason) = FilePresence(of: path) { throw ValidationError("\(option): \(reason)") }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ValidationError("\(option): the file \(path) does not exist")
        }
        guard !isFolder.boolValue, let handle = FileHandle(forReadingAtPath: path),
            let content = try? handle.read(upToCount: Self.maximumLength + 1) ?? Data()
        else { throw ValidationError("\(option): the file \(path) cannot be read") }
        try? handle.close()
        guard content.count <= Self.maximumLength else {
            throw ValidationError(
                "\(option): the file \(path) has more than \(Self.maximumLength) bytes; it is no secret"
            )
        }
        guard let text = String(data: content, encoding: .utf8)?.trimmingCharacters(in: .whitespacesAndNewlines) else {
            throw ValidationError("\(option): the file \(path) holds no text")
        }
        guard !text.isEmpty else { throw ValidationError("\(option): the file \(path) is empty") }
        self.text = text
    }
}
