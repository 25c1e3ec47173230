import AppStoreModels
import ArgumentParser
import Foundation

/// Where a command reads from: a file, standard input (`-`), or the argument itself.
struct InputSource: ExpressibleByArgument, CustomStringConvertible {
    let description: String

    static var defaultCompletionKind: CompletionKind { .file() }

    /// What is read if nothing is named.
    static let standardInput = InputSource(argument: "-")
    /// What the argument of a command that reads a receipt is.
    static let receiptHelp: ArgumentHelp = "A path, - for standard input, or the receipt itself in base64."
    /// What the argument of a command that reads a JWS is.
    static let jwsHelp: ArgumentHelp = "A path, - for standard input, or the JWS itself."

    init(argument: String) {
        description = argument
    }

    var isStandardInput: Bool { description == "-" }

    /// The bytes.
    ///
    /// An argument that names no file but looks like base64, a JWS or PEM is taken as the data itself.
    ///
    /// - Parameter limit: How many bytes are read; one more is read so that the caller sees that there were more.
    /// - Throws: ``InputError`` if nothing can be read.
    func read(limit: Int) throws(InputError) -> Data {
        if isStandardInput {
            if isatty(STDIN_FILENO) == 1 {
                Terminal.complain("reading standard input; end it with control-D")
            }
            return try read(FileHandle.standardInput, limit: limit)
        }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: description, isDirectory: &isFolder) {
            guard !isFolder.boolValue else { throw InputError(reason: "\(description) is a folder, not a file") }
            guard let file = FileHandle(forReadingAtPath: description) else {
                throw InputError(reason: "\(description) cannot be read; check its permissions")
            }
            return try read(file, limit: limit)
        }
        guard looksLikeData else { throw absence }
        return Data(description.utf8.prefix(limit + 1))
    }

    /// The bytes of a file, which is never the argument itself.
    ///
    /// - Parameter limit: The most bytes that a file may have.
    /// - Throws: ``InputError`` if nothing can be read, or there is too much.
    func readFile(limit: Int) throws(InputError) -> Data {
        let isThere = isStandardInput || FileManager.default.fileExists(atPath: description)
        guard isThere else { throw absence }
        let data = try read(limit: limit)
        guard data.count <= limit else { throw InputError(reason: "\(shortened) is longer than \(limit) bytes") }
        return data
    }

    private func read(_ file: FileHandle, limit: Int) throws(InputError) -> Data {
        do {
            var data = Data()
            while data.count <= limit, let chunk = try file.read(upToCount: limit + 1 - data.count), !chunk.isEmpty {
                data.append(chunk)
            }
            return data
        } catch {
            throw InputError(reason: "\(shortened) cannot be read: \(error.localizedDescription)")
        }
    }

    /// A path is hardly ever this long and never has these characters only. `eyJ` is how the base64 of `{"` begins.
    private var looksLikeData: Bool {
        if description.hasPrefix("eyJ"), description.contains(".") { return true }
        let alphabet = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "+/=_-. \r\n"))
        return description.count >= 100 && description.unicodeScalars.allSatisfy(alphabet.contains)
    }

    /// Why there is nothing to read.
    private var absence: InputError {
        if case .hidden(let reason) = FilePresence(of: description) { return InputError(reason: reason) }
        return InputError(reason: "there is no file \(shortened)")
    }

    private var shortened: String {
        description.count > 80 ? String(description.prefix(77)) + "…" : description
    }
}

/// The input of a command could not be read.
struct InputError: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
