import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The log of events on disk, for writing. What ``append(_:)`` returned from is there after a crash; what it threw for is
/// not, as soon as the disk lets it be cut off.
///
/// A batch of events is one line, so it is there wholly or not at all: a line without its line feed at the end of the file
/// is what a crash left of a batch that nobody was told of, and is dropped.
struct EventJournal: Sendable {
    /// How far the file can be trusted.
    private enum Trust {
        /// It has what was acknowledged, nothing else.
        case sound
        /// Behind what was acknowledged there may be part of a line.
        case torn
        /// A flush failed, or another file took its name. After a failed flush the operating system may take pages for
        /// written that never reached the disk, and later flushes succeed without them: nothing in the file is proof any
        /// more. What was acknowledged is read back, checked, and written anew.
        case doubtful
    }

    private let url: URL
    private let disk: StoreDisk
    private var file: DiskFile
    /// How many bytes were acknowledged, and the checksum of the last line of them.
    private(set) var end: JournalEnd
    private var trust = Trust.sound
    /// How long the line was that could not be written.
    private var refusedLength = 0

    private init(url: URL, disk: StoreDisk, file: DiskFile, end: JournalEnd) {
        self.url = url
        self.disk = disk
        self.file = file
        self.end = end
    }

    /// Begins a log in the place of any other, with what has happened already.
    ///
    /// - Parameter batches: The batches of events as they were encoded.
    static func create(
        at url: URL,
        on disk: StoreDisk,
        header: JournalHeader,
        batches: [Data] = []
    ) throws(StoreError) -> EventJournal {
        let draft = try EventJournal.draft(of: url, on: disk, header: header, batches: batches)
        do {
            try draft.takePlace()
        } catch {
            draft.remove()
            throw error
        }
        return draft.journal
    }

    /// Writes a log beside the one that is there; it is on the disk.
    static func draft(
        of url: URL,
        on disk: StoreDisk,
        header: JournalHeader,
        batches: [Data]
    ) throws(StoreError) -> JournalDraft {
        let first = try JournalFirstLine.text(of: header)
        var data = first + [UInt8(ascii: "\n")]
        var checksum = JournalChecksum.start.following(first)
        for batch in batches {
            let framed = JournalLine.framed(batch, after: checksum)
            data.append(framed.line)
            checksum = framed.checksum
        }
        let draftURL = url.appendingPathExtension("new")
        let file = try draftFile(draftURL, with: data, on: disk)
        let end = JournalEnd(length: data.count, checksum: checksum)
        return JournalDraft(
            url: url,
            draftURL: draftURL,
            file: file,
            journal: EventJournal(url: url, disk: disk, file: file, end: end)
        )
    }

    /// Goes on with a log.
    ///
    /// - Parameter end: What is behind it was left by a crash, and is cut off.
    static func resume(
        at url: URL,
        on disk: StoreDisk,
        end: JournalEnd,
        isTorn: Bool
    ) throws(StoreError) -> EventJournal {
        let file = try DiskFile(url, O_APPEND, on: disk)
        if isTorn {
            try file.cut(to: end.length)
            try file.flush()
        }
        return EventJournal(url: url, disk: disk, file: file, end: end)
    }

    /// Writes a batch of events; it is on the disk when this returns.
    ///
    /// - Throws: `journalFailed`; then the batch is not in the log.
    mutating func append(_ events: [StoreEvent]) throws(StoreError) {
        guard !events.isEmpty else { return }
        try mend()
        let (line, checksum) = JournalLine.framed(try Self.encoded(events), after: end.checksum)
        do {
            trust = .torn
            try file.write(line)
            trust = .doubtful
            try file.flush()
        } catch {
            refusedLength = line.count
            // At once, so that a restart does not find what was refused. If it fails, the next command tries again.
            try? mend()
            throw error
        }
        trust = .sound
        end = JournalEnd(length: end.length + line.count, checksum: checksum)
    }

    /// Makes the file end with what was acknowledged, if something was left behind it.
    mutating func mend() throws(StoreError) {
        switch trust {
        case .sound: return
        case .torn:
            try file.cut(to: end.length)
            trust = .doubtful
            try file.flush()
        case .doubtful:
            // A restart before it is written anew shall not find what was refused, as far as that is possible.
            try? file.cut(to: end.length)
            try writeAnew()
        }
        trust = .sound
    }

    /// Looks whether a line could be written as long as the one that could not be: writes the beginning of one, which a crash
    /// may leave, and cuts it off.
    mutating func probe() throws(StoreError) {
        try mend()
        let length = max(4_096, refusedLength)
        let head = "\(JournalChecksum.start.text) \(length) "
        let line = Data(head.utf8) + Data(repeating: UInt8(ascii: " "), count: length - head.utf8.count)
        do {
            trust = .torn
            try file.write(line)
            trust = .doubtful
            try file.flush()
        } catch {
            try? mend()
            throw error
        }
        trust = .torn
        try mend()
    }

    /// Another file may have this one's name, or bytes may be missing on the disk.
    mutating func distrust() { trust = .doubtful }

    private mutating func writeAnew() throws(StoreError) {
        let content = try file.read(end.length)
        guard try JournalReader(content, at: url).checkedEnd() == end else {
            throw StoreError(
                .journalDamaged,
                "\(url.path) cannot be read back as it was written; stop the store and run `purser store repair`"
            )
        }
        file = try replaceFile(url, with: content, on: disk)
    }

    static func encoded(_ value: some Encodable) throws(StoreError) -> Data {
        do {
            return try JournalCoding.data(value)
        } catch {
            throw StoreError(.journalFailed, "an event cannot be encoded: \(error)")
        }
    }
}

/// Where the last line of a log ends.
struct JournalEnd: Hashable, Sendable {
    let length: Int
    let checksum: JournalChecksum
}

/// A log that was written beside another one, to take its place.
struct JournalDraft {
    fileprivate let url: URL
    fileprivate let draftURL: URL
    fileprivate let file: DiskFile
    let journal: EventJournal

    /// Gives it the other one's name. If this throws, either may have it.
    func takePlace() throws(StoreError) {
        try file.rename(draftURL, to: url)
    }

    func remove() { try? FileManager.default.removeItem(at: draftURL) }
}
