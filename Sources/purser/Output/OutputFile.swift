import Foundation

/// A file that a command writes.
///
/// A file is replaced as a whole or not at all; where the path is a symbolic link, the file that it names. What is no file,
/// as /dev/stdout or a named pipe, is written into and stays what it is.
struct OutputFile {
    let path: String

    /// Why a file could not be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes all of it.
    ///
    /// - Parameter overwrites: Whether a file that is there may go.
    /// - Throws: ``Failure`` in the system's own words; the file is then as it was.
    func write(_ data: Data, overwrites: Bool = true) throws(Failure) {
        let url = URL(fileURLWithPath: path)
        do {
            if isStream {
                let stream = try FileHandle(forWritingTo: url)
                try stream.write(contentsOf: data)
                try stream.close()
            } else if overwrites {
                try replace(url.resolvingSymlinksInPath().path, with: data)
            } else {
                try data.write(to: url, options: .withoutOverwriting)
            }
        } catch {
            throw Failure(description: "\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// The new file may be read and written by whom the old one was.
    private func replace(_ target: String, with data: Data) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        try data.write(to: URL(fileURLWithPath: target), options: .atomic)
        guard let permissions = attributes?[.posixPermissions] else { return }
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: target)
    }

    private var isStream: Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        // /dev/stdout on a pipe stays a link here: what it names has no other name.
        let type = attributes?[.type] as? FileAttributeType
        return type != .typeRegular && type != .typeDirectory
    }
}
