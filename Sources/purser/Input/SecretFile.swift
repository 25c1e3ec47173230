import ArgumentParser
import Foundation

/// A secret in a file that was named on the command line.
struct SecretFile {
    /// Without the line break at its end.
    let text: String

    /// - Parameters:
    ///   - path: The file.
    ///   - option: What named it.
    /// - Throws: `ValidationError` that names option and file, never what is in it.
    init(_ path: String, option: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ValidationError("\(option): the file \(path) does not exist")
        }
        guard !isFolder.boolValue, let content = FileManager.default.contents(atPath: path) else {
            throw ValidationError("\(option): the file \(path) cannot be read")
        }
        guard let text = String(data: content, encoding: .utf8)?.trimmingCharacters(in: .whitespacesAndNewlines) else {
            throw ValidationError("\(option): the file \(path) holds no text")
        }
        guard !text.isEmpty else { throw ValidationError("\(option): the file \(path) is empty") }
        self.text = text
    }
}
