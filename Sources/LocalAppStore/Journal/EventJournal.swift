import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The log of events on disk, for writing. What ``append(_:)`` returned from is there after a crash.
///
/// A batch of events is one line, so it is there wholly or not at all: a line without its line feed at the end of the file
/// is what a crash left of a batch that nobody was told of, and is dropped.
final class EventJournal: Sendable {
    private let file: OutputFile

    private init(file: OutputFile) {
        self.file = file
    }

    /// Begins a log in the place of any other, with what has happened already.
    static func create(
        at url: URL,
        header: JournalHeader,
        events: [StoreEvent] = []
    ) throws(StoreError) -> EventJournal {
        let lines = try line(header) + (events.isEmpty ? Data() : try line(events))
        return EventJournal(file: try replaceFile(url, with: lines))
    }

    /// Goes on with a log.
    ///
    /// - Parameter length: What is behind so many bytes was left by a crash, and is cut off.
    static func resume(at url: URL, length: Int, isTorn: Bool) throws(StoreError) -> EventJournal {
        let file = try OutputFile(url, O_APPEND)
        if isTorn {
            try file.cut(to: length)
            try file.flush()
        }
        return EventJournal(file: file)
    }

    /// Writes a batch of events; it is on the disk when this returns.
    func append(_ events: [StoreEvent]) throws(StoreError) {
        guard !events.isEmpty else { return }
        try file.write(try Self.line(events))
        try file.flush()
    }

    private static func line(_ value: some Encodable) throws(StoreError) -> Data {
        do {
            return try JournalCoding.line(value)
        } catch {
            throw StoreError(.journalFailed, "an event cannot be encoded: \(error)")
        }
    }
}
