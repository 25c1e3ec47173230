import Foundation
import StoreConfiguration

/// What a store's folder holds of its state: a snapshot, and the log of events since. Without a snapshot, all events.
///
/// Snapshots are numbered, and a log names the snapshot it goes on from. A new snapshot is written first, then the log is
/// begun anew; after a crash in between, the old log is recognised, and only what the snapshot does not know is read of it.
struct StoreLog: Sendable {
    /// So many events are read faster than a person notices.
    private static let longLog = 20_000

    private let folder: StoreFolder
    private var journal: EventJournal
    private var header: JournalHeader
    /// How many events the log has.
    private(set) var eventCount = 0
    /// What happened since a snapshot was begun that is still being written; nil while none is.
    private var sinceDraft: [StoreEvent]?
    /// Whether the snapshot that the log goes on from still waits under the name of the next one, because the disk refused to
    /// give it its own: then nothing may take that name, or remove what has it.
    private var snapshotWaits = false
    /// Why the last try to write failed; nil since something could be written.
    private(set) var failure: StoreError?

    /// The seed the store was created with.
    var seed: UInt64 { header.seed }
    /// What time it was when the store was created.
    var start: Date { header.start }

    /// Whether reading the log takes so long that a snapshot should take its place.
    var isLong: Bool { eventCount >= Self.longLog }

    /// Whether a snapshot is being written.
    var isDrafting: Bool { sinceDraft != nil }

    /// Writes a batch of events; it is on the disk when this returns.
    ///
    /// - Throws: `journalFailed`; then the batch did not happen.
    mutating func append(_ events: [StoreEvent]) throws(StoreError) {
        guard !events.isEmpty else { return }
        try noting { log throws(StoreError) in try log.journal.append(events) }
        eventCount += events.count
        sinceDraft? += events
    }

    /// Looks whether the disk takes something again, after it did not.
    ///
    /// - Throws: `journalFailed` if it does not.
    mutating func tryAgain() throws(StoreError) {
        guard failure != nil else { return }
        try noting { log throws(StoreError) in try log.journal.probe() }
    }

    /// Puts a snapshot of a state, and an event that follows it, in the place of everything until now.
    ///
    /// - Throws: `journalFailed`, `snapshotFailed`; then nothing has changed.
    mutating func begin(from engine: StoreEngine, with event: [StoreEvent]) throws(StoreError) {
        let number = (header.snapshot ?? 0) + 1
        let batches = [try EventJournal.encoded(event)]
        let file = try SnapshotFile(number: number, engine: engine)
        try noting { log throws(StoreError) in
            try log.placeWaitingSnapshot()
            _ = try file.draft(at: log.folder.nextSnapshotURL, on: log.folder.disk)
            try log.begin(number, with: batches)
        }
        eventCount = event.count
        // What is being drafted knows nothing of the new state.
        sinceDraft = nil
    }

    /// Begins a log that goes on from the snapshot that waits. The moment at which it takes the place of the old one is the
    /// moment at which all of it has happened: until then the folder opens as it was.
    private mutating func begin(_ number: Int, with batches: [Data]) throws(StoreError) {
        var next = header
        next.snapshot = number
        let draft: JournalDraft
        do {
            draft = try EventJournal.draft(of: folder.journalURL, on: folder.disk, header: next, batches: batches)
        } catch {
            try? FileManager.default.removeItem(at: folder.nextSnapshotURL)
            throw error
        }
        do {
            try draft.takePlace()
        } catch {
            draft.remove()
            // The new log may have its name all the same, and be there after a power failure. As long as that cannot be
            // undone, its snapshot has to stay.
            journal.distrust()
            if (try? journal.mend()) != nil { try? FileManager.default.removeItem(at: folder.nextSnapshotURL) }
            throw error
        }
        journal = draft.journal
        header = next
        // All of it has happened. If this fails, the next snapshot, or opening the folder, begins with it.
        snapshotWaits = folder.placeNextSnapshot() != nil
    }

    /// Gives the snapshot that waits its own name.
    ///
    /// - Throws: `journalFailed` if the disk refuses again.
    private mutating func placeWaitingSnapshot() throws(StoreError) {
        guard snapshotWaits else { return }
        if let failure = folder.placeNextSnapshot() { throw failure }
        snapshotWaits = false
    }

    private mutating func noting(_ body: (inout StoreLog) throws(StoreError) -> Void) throws(StoreError) {
        do {
            try body(&self)
            failure = nil
        } catch {
            failure = error
            throw error
        }
    }
}

// MARK: A snapshot that is written while the store goes on

extension StoreLog {
    /// Begins a snapshot of the present state, which ``SnapshotDraft/write()`` writes while events go on coming.
    mutating func beginDraft(of engine: StoreEngine) -> SnapshotDraft {
        sinceDraft = []
        let number = (header.snapshot ?? 0) + 1
        return SnapshotDraft(
            number: number,
            engine: engine,
            url: folder.snapshotDraftURL(number),
            disk: folder.disk
        )
    }

    /// Puts the draft in the place of all events that it knows. Does nothing if another state came meanwhile.
    ///
    /// - Throws: `journalFailed`; then nothing has changed.
    mutating func end(_ draft: SnapshotDraft, _ file: DiskFile) throws(StoreError) {
        guard isPresent(draft), let events = sinceDraft else { return draft.remove() }
        sinceDraft = nil
        do {
            let batches = events.isEmpty ? [] : [try EventJournal.encoded(events)]
            try noting { log throws(StoreError) in
                try log.placeWaitingSnapshot()
                try file.rename(draft.url, to: log.folder.nextSnapshotURL)
                try log.begin(draft.number, with: batches)
            }
        } catch {
            draft.remove()
            throw error
        }
        eventCount = events.count
    }

    /// Forgets a draft that could not be written.
    mutating func cancel(_ draft: SnapshotDraft) {
        if isPresent(draft) { sinceDraft = nil }
        draft.remove()
    }

    private func isPresent(_ draft: SnapshotDraft) -> Bool { draft.number == (header.snapshot ?? 0) + 1 }
}

/// A snapshot on its way to the disk.
struct SnapshotDraft: Sendable {
    let number: Int
    let engine: StoreEngine
    let url: URL
    let disk: StoreDisk

    /// Writes it beside the present one; takes as long as the state is large.
    func write() throws(StoreError) -> DiskFile {
        try SnapshotFile(number: number, engine: engine).draft(at: url, on: disk)
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
}

// MARK: Opening

extension StoreLog {
    /// Reads a folder, or begins a log in it.
    ///
    /// - Parameters:
    ///   - new: The engine of a new store; with the app as it is now.
    ///   - observer: Called with every event of the log, in order.
    static func open(
        _ folder: StoreFolder,
        new: StoreEngine,
        configuration: StoreConfiguration,
        observer: (StoreEvent) -> Void
    ) throws(StoreError) -> (StoreEngine, StoreLog) {
        let reader = try JournalReader(at: folder.journalURL)
        let (snapshot, waits) = try folder.snapshot(wantedBy: reader?.header)
        if let snapshot {
            var (engine, log) = try open(folder, snapshot, reader, new: new, configuration, observer)
            log.snapshotWaits = waits
            return (engine, log)
        }
        guard let reader else {
            let header = JournalHeader(app: new.app, start: new.now, seed: new.identifiers.seed, settings: new.settings)
            let journal = try EventJournal.create(at: folder.journalURL, on: folder.disk, header: header)
            return (new, StoreLog(folder: folder, journal: journal, header: header))
        }
        let header = reader.header
        try header.checkApp(new.app)
        guard header.snapshot == nil else {
            throw folder.wrongSnapshot(nil, header.snapshot ?? 0)
        }
        var engine = StoreEngine(
            configuration: configuration,
            app: new.app,
            start: header.start,
            seed: header.seed,
            settings: header.settings
        )
        engine.past = new.past
        return try resume(folder, reader, engine, observer)
    }

    private static func open(
        _ folder: StoreFolder,
        _ snapshot: SnapshotFile,
        _ reader: JournalReader?,
        new: StoreEngine,
        _ configuration: StoreConfiguration,
        _ observer: (StoreEvent) -> Void
    ) throws(StoreError) -> (StoreEngine, StoreLog) {
        guard let reader else {
            throw folder.missingLog(since: snapshot.number)
        }
        try reader.header.checkApp(new.app)
        var engine = try snapshot.engine(configuration, app: new.app, at: folder.snapshotURL)
        engine.past = new.past
        let number = reader.header.snapshot ?? 0
        if number == snapshot.number { return try resume(folder, reader, engine, observer) }
        guard number == snapshot.number - 1 else {
            throw folder.wrongSnapshot(snapshot.number, number)
        }
        return try begin(folder, reader, snapshot.number, engine, observer)
    }

    /// The crash came after the snapshot and before its log: what happened since it was begun is in the old log.
    private static func begin(
        _ folder: StoreFolder,
        _ reader: JournalReader,
        _ number: Int,
        _ state: StoreEngine,
        _ observer: (StoreEvent) -> Void
    ) throws(StoreError) -> (StoreEngine, StoreLog) {
        var engine = state
        var events: [StoreEvent] = []
        try reader.forEachEvent(after: engine.eventCount, skipsEarlier: true) { event in
            engine.replay(event)
            observer(event)
            events.append(event)
        }
        var header = reader.header
        header.snapshot = number
        let journal = try EventJournal.create(
            at: folder.journalURL,
            on: folder.disk,
            header: header,
            batches: events.isEmpty ? [] : [try EventJournal.encoded(events)]
        )
        var log = StoreLog(folder: folder, journal: journal, header: header)
        log.eventCount = events.count
        return (engine, log)
    }

    private static func resume(
        _ folder: StoreFolder,
        _ reader: JournalReader,
        _ state: StoreEngine,
        _ observer: (StoreEvent) -> Void
    ) throws(StoreError) -> (StoreEngine, StoreLog) {
        var engine = state
        let end = try reader.forEachEvent(after: engine.eventCount) { event in
            engine.replay(event)
            observer(event)
        }
        let journal = try reader.resumed(at: end, on: folder.disk)
        var log = StoreLog(folder: folder, journal: journal, header: reader.header)
        log.eventCount = engine.eventCount - state.eventCount
        // What a crash left of a draft.
        try? FileManager.default.removeItem(at: folder.snapshotDraftURL((reader.header.snapshot ?? 0) + 1))
        return (engine, log)
    }
}

extension JournalHeader {
    fileprivate func checkApp(_ app: StoreApp) throws(StoreError) {
        guard self.app.bundleID == app.bundleID else {
            throw StoreError(.folderOfAnotherApp, "the folder belongs to \(self.app.bundleID); choose another")
        }
    }
}
