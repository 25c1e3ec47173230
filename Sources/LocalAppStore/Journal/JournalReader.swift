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
    let url: URL
    private let data: Data
    /// Where the first line and the last complete line end.
    private let headerEnd, end: Int

    /// Nil if there is no log, or only the torn first line of one.
    init?(at url: URL) throws(StoreError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: url, options: .mappedIfSafe)
        } catch {
            throw StoreError(.folderUnusable, "cannot read \(url.path): \(error.localizedDescription)")
        }
        if Self.isTornFirstLine(data) { return nil }
        try self.init(data, at: url)
    }

    private static func isTornFirstLine(_ data: Data) -> Bool {
        guard let first = data.first else { return true }
        return first == UInt8(ascii: "{") && !data.contains { $0 == lineFeed || $0 == 0 }
    }

    /// - Parameter data: What the file has, from its beginning.
    init(_ data: Data, at url: URL) throws(StoreError) {
        self.data = data
        self.url = url
        guard let headerEnd = Self.lineEnd(in: data, from: 0), let last = data.lastIndex(of: Self.lineFeed) else {
            throw JournalDamage(url, line: 1, offset: 0, "it does not begin with a line", in: data).error
        }
        self.headerEnd = headerEnd
        end = last + 1
        let first = data[..<(headerEnd - 1)]
        // At once: nothing of a damaged first line is to be believed, such as whose store this is.
        let seal = JournalFirstLine.seal(of: first)
        if case .broken = seal {
            let what = "its checksum is not that of what is written there"
            throw JournalDamage(url, line: 1, offset: 0, what, in: data).error
        }
        do {
            header = try JournalCoding.value(JournalHeader.self, from: first)
        } catch {
            throw JournalDamage(url, line: 1, offset: 0, "it cannot be read: \(error)", in: data).error
        }
        guard header.format == JournalHeader.format else {
            throw StoreError(
                .journalDamaged,
                "\(url.path) has a format of another version of this store: \(header.format), not \(JournalHeader.format). "
                    + "Open the folder with that version, or begin a new one"
            )
        }
        guard case .whole = seal else {
            throw JournalDamage(url, line: 1, offset: 0, "it has no checksum", in: data).error
        }
        do throws(Nonsense) {
            try header.checkRanges()
        } catch {
            throw JournalDamage(url, line: 1, offset: 0, error.description, in: data).error
        }
        if end < data.count, !JournalLine.isTorn(data[end...]) {
            let line = data.count(where: { $0 == Self.lineFeed }) + 1
            throw JournalDamage(url, line: line, offset: end, "no crash leaves such an end", in: data).error
        }
    }

    /// Calls `body` with every event in order.
    ///
    /// - Parameters:
    ///   - last: The number of the event before the first one.
    ///   - skipsEarlier: Whether earlier events may come before that one; they are left out.
    /// - Returns: Where the last line ends.
    @discardableResult
    func forEachEvent(
        after last: Int,
        skipsEarlier: Bool = false,
        _ body: (StoreEvent) -> Void
    ) throws(StoreError) -> JournalEnd {
        var last = last
        var parser = JournalEventParser()
        return try forEachLine { line throws(StoreError) in
            for event in try events(line, &parser) {
                if skipsEarlier, event.sequence <= last { continue }
                guard event.sequence == last + 1 else {
                    throw damage(line, "event \(last + 1) is missing, event \(event.sequence) is in its place").error
                }
                try check(event, line)
                last += 1
                body(event)
            }
        }
    }

    /// Where the last line ends, if all checksums are right.
    func checkedEnd() throws(StoreError) -> JournalEnd {
        try forEachLine { _ throws(StoreError) in }
    }

    /// The log, for writing on: without what a crash left behind.
    func resumed(at end: JournalEnd, on disk: StoreDisk) throws(StoreError) -> EventJournal {
        try EventJournal.resume(at: url, on: disk, end: end, isTorn: end.length < data.count)
    }

    /// A line behind the first one.
    private struct Line {
        let number: Int
        let offset: Int
        let content: Data
    }

    @discardableResult
    private func forEachLine(_ body: (Line) throws(StoreError) -> Void) throws(StoreError) -> JournalEnd {
        var position = headerEnd
        var number = 1
        var checksum = JournalChecksum.start.following(data[..<(headerEnd - 1)])
        while position < end, let lineEnd = Self.lineEnd(in: data, from: position) {
            number += 1
            let bytes = data[position..<(lineEnd - 1)]
            let offset = position
            position = lineEnd
            guard let (content, next) = JournalLine.content(of: bytes, after: checksum) else {
                let what = "its checksum is not that of what is written there"
                throw JournalDamage(url, line: number, offset: offset, what, in: data).error
            }
            checksum = next
            try body(Line(number: number, offset: offset, content: content))
        }
        return JournalEnd(length: end, checksum: checksum)
    }

    private func events(_ line: Line, _ parser: inout JournalEventParser) throws(StoreError) -> [StoreEvent] {
        do {
            return try parser.events(line.content)
        } catch {
            throw damage(line, "it cannot be read: \(error)").error
        }
    }

    private func check(_ event: StoreEvent, _ line: Line) throws(StoreError) {
        do throws(Nonsense) {
            try event.checkRanges()
        } catch {
            throw damage(line, "event \(event.sequence): \(error)").error
        }
    }

    private func damage(_ line: Line, _ what: String) -> JournalDamage {
        JournalDamage(url, line: line.number, offset: line.offset, what, in: data)
    }

    private static let lineFeed = UInt8(ascii: "\n")

    /// The position behind the next line feed.
    static func lineEnd(in data: Data, from start: Int) -> Int? {
        data.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, start < bytes.count,
                let found = memchr(base + start, Int32(lineFeed), bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base + 1
        }
    }
}
