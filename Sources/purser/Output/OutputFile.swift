import Foundation
import SystemCalls

/// A file that a command writes.
///
/// A file is made or replaced as a whole or not at all; where the path is a symbolic link, the file that it names. What is
/// no file, as /dev/stdout or a named pipe, is written into and stays what it is.
struct OutputFile {
    let path: String

    /// Why a file could not be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(description: String) { self.description = description }

        /// - Parameter reason: What the system says.
        init(of path: String, _ reason: String) { description = "\(path) cannot be written: \(reason)" }
    }

    /// Writes all of it.
    ///
    /// - Parameter overwrites: Whether a file that is there may go.
    /// - Throws: ``Failure`` in the system's own words; the file is then as it was.
    func write(_ data: Data, overwrites: Bool = true) throws(Failure) {
        if let stream = try NamedStream(path: path) {
            try stream.write(data)
            return try stream.finish()
        }
        guard overwrites else { return try make(data) }
        do {
            try replace(URL(fileURLWithPath: path).resolvingSymlinksInPath().path, with: data)
        } catch {
            throw Failure(of: path, error.localizedDescription)
        }
    }

    private func make(_ data: Data) throws(Failure) {
        do throws(SystemFailure) {
            try NewFile(path: path).write(data, permissions: 0o666)
        } catch {
            throw Failure(of: path, error.description)
        }
    }

    /// The new file may be read and written by whom the old one was.
    private func replace(_ target: String, with data: Data) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        try data.write(to: URL(fileURLWithPath: target), options: .atomic)
        guard let permissions = attributes?[.posixPermissions] else { return }
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: target)
    }
}
