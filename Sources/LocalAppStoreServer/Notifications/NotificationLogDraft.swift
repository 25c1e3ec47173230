import Foundation
import SystemCalls

/// The log of notifications as it will be: with what still matters, written piece by piece beside the one in use.
///
/// Whatever kills the process, one of the two has the name of the log, and each is whole.
struct NotificationLogDraft: Sendable {
    private let url: URL
    private let handle: FileHandle
    private var rest: ArraySlice<OutgoingNotification>
    /// Where in the log in use the lines begin that came after this was begun.
    private let tail: Int?
    private var length = 0

    /// Begins a draft beside a log.
    ///
    /// - Parameters:
    ///   - log: The log in use.
    ///   - first: The first line, or more.
    ///   - notifications: What is remembered, in the order in which it is to be read.
    ///   - tail: How many bytes the log in use has; nil if nothing is added to it meanwhile.
    init(of log: URL, first: Data, _ notifications: [OutgoingNotification], tail: Int?) throws {
        url = log.appendingPathExtension("new")
        try? FileManager.default.removeItem(at: url)
        guard
            FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        handle = try FileHandle(forWritingTo: url)
        rest = notifications[...]
        self.tail = tail
        do {
            try append(first)
        } catch {
            remove()
            throw error
        }
    }

    /// Writes a few of the notifications.
    ///
    /// - Returns: Whether these were the last.
    mutating func writeNext(_ count: Int) throws -> Bool {
        let lines = rest.prefix(count).map { NotificationLog.line(adding: $0) }
        rest = rest.dropFirst(count)
        try append(Data(lines.joined()))
        return rest.isEmpty
    }

    /// Takes the place of the log in use, with what was written to that meanwhile; a power failure finds one of the two whole.
    ///
    /// - Returns: The new log, for writing on, and how many bytes it has.
    mutating func takePlace(of log: URL) throws -> (FileHandle, length: Int) {
        if let tail {
            let old = try FileHandle(forReadingFrom: log)
            defer { try? old.close() }
            try old.seek(toOffset: UInt64(tail))
            while let bytes = try old.read(upToCount: 1 << 18), !bytes.isEmpty { try append(bytes) }
        }
        try handle.synchronize()
        guard rename(url.path, log.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileFolder(of: log.path).flush()
        return (handle, length)
    }

    /// Writes all that is left of it, and takes the place of a log; leaves no file behind if that fails.
    ///
    /// - Returns: The new log, for writing on, and how many bytes it has.
    mutating func finish(inPlaceOf log: URL) throws -> (FileHandle, length: Int) {
        do {
            while try !writeNext(64) {}
            return try takePlace(of: log)
        } catch {
            remove()
            throw error
        }
    }

    /// Leaves no file behind.
    func remove() { try? FileManager.default.removeItem(at: url) }

    private mutating func append(_ bytes: Data) throws {
        try handle.write(contentsOf: bytes)
        length += bytes.count
    }
}
