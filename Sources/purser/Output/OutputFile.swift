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
                try data.write(to: url.resolvingSymlinksInPath(), options: .atomic)
            } else {
                try data.write(to: url, options: .withoutOverwriting)
            }
        } catch {
            throw Failure(description: "\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    private var isStream: Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        // None at all for /dev/stdout on a pipe, which is a link to what has no other name.
        let type = attributes?[.type] as? FileAttributeType
        return type != .typeRegular && type != .typeDirectory
    }
}
