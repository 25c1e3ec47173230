import Foundation

/// What a path names that is no file: standard output by one of its names, a named pipe, a device. It is written into, and
/// stays what it is.
final class NamedStream {
    private let path: String
    private let stream: StandardStream
    /// Nil for a stream that the process began with.
    private let descriptor: Int32?

    /// Nil for a file, and where nothing is.
    init?(path: String) throws(OutputFile.Failure) {
        self.path = path
        if let own = Self.own(path) {
            (stream, descriptor) = (own, nil)
            return
        }
        guard Self.isStream(path) else { return nil }
        let opened = open(path, O_WRONLY | O_CLOEXEC)
        guard opened >= 0 else { throw OutputFile.Failure(of: path, String(cString: strerror(errno))) }
        (stream, descriptor) = (StandardStream(descriptor: opened), opened)
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Writes all of it; more may follow.
    ///
    /// - Throws: What is in the way. Of standard output, and of a pipe that nobody reads any more, it is told when the command
    ///   ends, as of all that it prints; nothing is printed after it.
    func write(_ data: Data) throws(OutputFile.Failure) {
        stream.write(data)
        try checkFailure()
    }

    /// All was written.
    ///
    /// - Throws: As ``write(_:)``: some file systems tell only now that they could not keep it.
    func finish() throws(OutputFile.Failure) {
        if let descriptor { stream.finish(descriptor) }
        try checkFailure()
    }

    private func checkFailure() throws(OutputFile.Failure) {
        guard let failure = stream.failure else { return }
        if failure == .closedPipe { StandardStream.output.fail(failure) }
        throw OutputFile.Failure(of: path, failure.reason)
    }

    /// A stream that the process began with. Opened by its name, what it leads to would be another file at its beginning, and
    /// one that the caller closed would be /dev/null.
    private static func own(_ path: String) -> StandardStream? {
        switch path {
        case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1": .output
        case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2": .errors
        default: nil
        }
    }

    private static func isStream(_ path: String) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        // A link to /dev/stdout on a pipe stays a link here: what it names has no other name.
        let type = attributes?[.type] as? FileAttributeType
        return type != .typeRegular && type != .typeDirectory
    }
}
