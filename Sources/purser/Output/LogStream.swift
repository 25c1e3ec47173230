import Foundation
import Locking
import Logging

/// Standard error as the log of a server. It never ends the server and never holds it up.
///
/// A line that cannot be written, because the disk is full, or nobody reads the pipe, is dropped. When lines can be written
/// again, the first one says how many were. Lines come with what strangers sent; control characters are written out.
struct LogStream: TextOutputStream, Sendable {
    /// The log on standard error.
    static let standardError = LogStream(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let patience: Int32
    private let dropped = Locked(0)

    /// - Parameters:
    ///   - descriptor: Where the lines go.
    ///   - patience: How many milliseconds a slow reader has, once, to make room.
    init(descriptor: Int32, patience: Int32 = 100) {
        self.descriptor = descriptor
        self.patience = patience
    }

    /// A logger whose lines come here.
    static func logger(_ label: String) -> Logger {
        Logger(label: label) { StreamLogHandler(label: $0, stream: standardError) }
    }

    /// Writes a line of the log, which ends with a newline.
    func write(_ line: String) {
        let text = line.hasSuffix("\n") ? line.dropLast() : line[...]
        let bytes = Data("\(String(text).escapingControlCharacters())\n".utf8)
        dropped.withLock { dropped in
            let note = "\(dropped) lines of the log are missing here: they could not be written\n"
            if dropped > 0, !put(Data(note.utf8), patience: 0) {
                dropped += 1
            } else {
                dropped = put(bytes, patience: patience) ? 0 : 1
            }
        }
    }

    /// Whether all bytes were written. Each portion is one that a pipe with room takes at once.
    private func put(_ bytes: Data, patience: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&question, 1, patience) == 1 else { return false }
            let count = rest.prefix(Int(PIPE_BUF)).withUnsafeBytes { portion in
                Foundation.write(descriptor, portion.baseAddress, portion.count)
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
