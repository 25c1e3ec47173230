import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A log of events on disk, for reading, one line at a time: a log may be larger than what fits into memory.
struct JournalReader {
    let header: JournalHeader
    private let url: URL
    private let data: Data
    /// Where the first line and the last complete line end.
    private let headerEnd, end: Int

    /// Nil if there is no log, or only the torn first line of one.
    init?(at url: URL) throws(StoreError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            data = try Data(contentsOf: url, options: .mappedIfSafe)
        } catch {
            throw StoreError(.folderUnusable, "cannot read \(url.path): \(error.localizedDescription)")
        }
        guard let headerEnd = Self.lineEnd(in: data, from: 0), let last = data.lastIndex(of: UInt8(ascii: "\n")) else {
            return nil
        }
        self.url = url
        self.headerEnd = headerEnd
        end = last + 1
        do {
            header = try JournalCoding.value(JournalHeader.self, from: data[..<headerEnd])
        } catch {
            throw StoreError(.journalDamaged, "line 1 of the log of events, \(url.path), cannot be read: \(error)")
        }
        guard (1...2).contains(header.format) else {
            throw StoreError(.journalDamaged, "\(url.path) has a format of another version of this store")
        }
    }

    /// Calls `body` with every event in order.
    ///
    /// - Parameters:
    ///   - last: The number of the event before the first one.
    ///   - skipsEarlier: Whether earlier events may come before that one; they are left out.
    func forEachEvent(
        after last: Int,
        skipsEarlier: Bool = false,
        _ body: (StoreEvent) -> Void
    ) throws(StoreError) {
        var last = last
        var position = headerEnd
        var lineNumber = 1
        while position < end, let lineEnd = Self.lineEnd(in: data, from: position) {
            lineNumber += 1
            let line = position..<lineEnd
            position = lineEnd
            guard line.count > 1 else { continue }
            for event in try events(line, lineNumber) {
                if skipsEarlier, event.sequence <= last { continue }
                guard event.sequence == last + 1 else {
                    throw StoreError(
                        .journalDamaged,
                        "event \(last + 1) is missing from the log of events, \(url.path)"
                    )
                }
                last += 1
                body(event)
            }
        }
    }

    /// The log, for writing on: without what a crash left behind.
    func resumed() throws(StoreError) -> EventJournal {
        try EventJournal.resume(at: url, length: end, isTorn: end < data.count)
    }

    private func events(_ line: Range<Int>, _ number: Int) throws(StoreError) -> [StoreEvent] {
        do {
            return try JournalCoding.value([StoreEvent].self, from: data[line])
        } catch {
            throw StoreError(
                .journalDamaged,
                "line \(number) of the log of events, \(url.path), cannot be read: \(error)"
            )
        }
    }

    /// The position behind the next line feed.
    private static func lineEnd(in data: Data, from start: Int) -> Int? {
        data.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, start < bytes.count,
                let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base + 1
        }
    }
}
