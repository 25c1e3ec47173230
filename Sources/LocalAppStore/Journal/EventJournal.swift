import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The log of events on disk. What ``append(_:)`` returned from is there after a crash.
///
/// A batch of events is one line, so it is there wholly or not at all: a line without its line feed at the end of the file
/// is what a crash left of a batch that nobody was told of, and is dropped.
final class EventJournal: Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// What a log holds.
    struct Content: Sendable {
        let header: JournalHeader
        let events: [StoreEvent]
    }

    /// Begins a log.
    static func create(at url: URL, header: JournalHeader) throws(StoreError) -> EventJournal {
        let journal = EventJournal(descriptor: try openFile(url, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND))
        try journal.write(header)
        try syncFolder(of: url)
        return journal
    }

    /// Reads a log, cuts off what a crash left behind, and goes on with it. Nil if there is no log, or only the torn first
    /// line of one.
    static func resume(at url: URL) throws(StoreError) -> (EventJournal, Content)? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            throw StoreError(.folderUnusable, "cannot read \(url.path): \(error.localizedDescription)")
        }
        guard let end = data.lastIndex(of: UInt8(ascii: "\n")).map({ $0 + 1 }) else { return nil }
        let content = try read(data[..<end])
        let journal = EventJournal(descriptor: try openFile(url, O_WRONLY | O_APPEND))
        if end < data.endIndex {
            try journal.check(ftruncate(journal.descriptor, off_t(end)), "cut the torn end off")
            try journal.check(fsync(journal.descriptor), "flush")
        }
        return (journal, content)
    }

    /// Writes a batch of events; it is on the disk when this returns.
    func append(_ events: [StoreEvent]) throws(StoreError) {
        guard !events.isEmpty else { return }
        try write(events)
    }

    private func write(_ value: some Encodable) throws(StoreError) {
        let line: Data
        do {
            line = try JournalCoding.line(value)
        } catch {
            throw StoreError(.journalFailed, "an event cannot be encoded: \(error)")
        }
        var rest = Array(line)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            try check(Int32(clamping: written), "write")
            rest = rest.dropFirst(written)
        }
        try check(fsync(descriptor), "flush")
    }

    private func check(_ result: Int32, _ action: String) throws(StoreError) {
        guard result < 0 else { return }
        throw StoreError(.journalFailed, "cannot \(action): \(errorText())")
    }

    private static func read(_ data: Data) throws(StoreError) -> Content {
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst() else { throw StoreError(.journalDamaged, "the log of events is empty") }
        var header: JournalHeader?
        var events: [StoreEvent] = []
        var lineNumber = 1
        do {
            header = try JournalCoding.value(JournalHeader.self, from: first)
            for line in lines {
                lineNumber += 1
                events += try JournalCoding.value([StoreEvent].self, from: line)
            }
        } catch {
            throw StoreError(.journalDamaged, "line \(lineNumber) of the log of events cannot be read: \(error)")
        }
        guard let header, header.format == 1 else {
            throw StoreError(.journalDamaged, "the log of events has a format of another version of this store")
        }
        if let gap = events.indices.first(where: { events[$0].sequence != $0 + 1 }) {
            throw StoreError(.journalDamaged, "event \(gap + 1) is missing from the log of events")
        }
        return Content(header: header, events: events)
    }
}

/// Opens a file that only its owner may read.
private func openFile(_ url: URL, _ flags: Int32) throws(StoreError) -> Int32 {
    let descriptor = open(url.path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(.folderUnusable, "cannot open \(url.path): \(errorText())") }
    return descriptor
}

/// A new file survives a power failure only when its folder is flushed too.
func syncFolder(of url: URL) throws(StoreError) {
    let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    fsync(descriptor)
}

private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

private func errorText() -> String { String(cString: strerror(errno)) }
