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
    /// Set when something could not be written: memory is then ahead of the disk, and nothing may build on it.
    private var failure: StoreError?

    /// The seed the store was created with.
    var seed: UInt64 { header.seed }

    /// Whether reading the log takes so long that a snapshot should take its place.
    var isLong: Bool { eventCount >= Self.longLog }

    /// Whether a snapshot is being written.
    var isDrafting: Bool { sinceDraft != nil }

    /// Throws if something could not be written.
    func check() throws(StoreError) {
        if let failure { throw failure }
    }

    /// Writes a batch of events; it is on the disk when this returns.
    mutating func append(_ events: [StoreEvent]) throws(StoreError) {
        try check()
        do {
            try journal.append(events)
        } catch {
            failure = error
            throw error
        }
        eventCount += events.count
        sinceDraft? += events
    }

    /// Puts a snapshot of a state in the place of all events until now.
    ///
    /// - Throws: `journalFailed`, `snapshotFailed`; unless ``check()`` then throws too, nothing has changed.
    mutating func begin(from engine: StoreEngine) throws(StoreError) {
        try check()
        var next = header
        next.snapshot = (header.snapshot ?? 0) + 1
        next.format = 2
        // What is being drafted knows nothing of the new state.
        sinceDraft = nil
        try SnapshotFile(number: next.snapshot ?? 1, engine: engine).write(to: folder.snapshotURL)
        try begin(next, with: [])
    }

    private mutating func begin(_ header: JournalHeader, with events: [StoreEvent]) throws(StoreError) {
        do {
            journal = try EventJournal.create(at: folder.journalURL, header: header, events: events)
        } catch {
            // What is written to the old log from here on might not be read again.
            failure = error
            throw error
        }
        self.header = header
        eventCount = events.count
    }
}

// MARK: A snapshot that is written while the store goes on

extension StoreLog {
    /// Begins a snapshot of the present state, which ``SnapshotDraft/write()`` writes while events go on coming.
    mutating func beginDraft(of engine: StoreEngine) throws(StoreError) -> SnapshotDraft {
        try check()
        sinceDraft = []
        let number = (header.snapshot ?? 0) + 1
        return SnapshotDraft(number: number, engine: engine, url: folder.snapshotDraftURL(number))
    }

    /// Puts the draft in the place of all events that it knows. Does nothing if another state came meanwhile.
    mutating func end(_ draft: SnapshotDraft, _ file: OutputFile) throws(StoreError) {
        guard isPresent(draft), let events = sinceDraft else { return draft.remove() }
        sinceDraft = nil
        try check()
        var next = header
        next.snapshot = draft.number
        next.format = 2
        try file.rename(draft.url, to: folder.snapshotURL)
        try begin(next, with: events)
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

    /// Writes it beside the present one; takes as long as the state is large.
    func write() throws(StoreError) -> OutputFile {
        try SnapshotFile(number: number, engine: engine).draft(at: url)
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
        let snapshot = try SnapshotFile(at: folder.snapshotURL)
        let reader = try JournalReader(at: folder.journalURL)
        if let snapshot { return try open(folder, snapshot, reader, app: new.app, configuration, observer) }
        guard let reader else {
            let header = JournalHeader(app: new.app, start: new.now, seed: new.identifiers.seed, settings: new.settings)
            let journal = try EventJournal.create(at: folder.journalURL, header: header)
            return (new, StoreLog(folder: folder, journal: journal, header: header))
        }
        let header = reader.header
        try header.checkApp(new.app)
        guard header.snapshot == nil else {
            throw StoreError(
                .snapshotDamaged,
                "the log of events goes on from snapshot \(header.snapshot ?? 0), but \(folder.snapshotURL.path) is gone; "
                    + "put it back, or begin with an empty folder"
            )
        }
        let engine = StoreEngine(
            configuration: configuration,
            app: new.app,
            start: header.start,
            seed: header.seed,
            settings: header.settings
        )
        return try resume(folder, reader, engine, observer)
    }

    private static func open(
        _ folder: StoreFolder,
        _ snapshot: SnapshotFile,
        _ reader: JournalReader?,
        app: AppIdentity,
        _ configuration: StoreConfiguration,
        _ observer: (StoreEvent) -> Void
    ) throws(StoreError) -> (StoreEngine, StoreLog) {
        guard let reader else {
            throw StoreError(
                .journalDamaged,
                "\(folder.journalURL.path) is gone, and with it what happened since snapshot \(snapshot.number); put it "
                    + "back, or begin with an empty folder"
            )
        }
        try reader.header.checkApp(app)
        let engine = try snapshot.engine(configuration, app: app, at: folder.snapshotURL)
        let number = reader.header.snapshot ?? 0
        if number == snapshot.number { return try resume(folder, reader, engine, observer) }
        guard number == snapshot.number - 1 else {
            throw StoreError(
                .snapshotDamaged,
                "the log of events goes on from snapshot \(number), but \(folder.snapshotURL.path) is number "
                    + "\(snapshot.number); put back the one that belongs to it"
            )
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
        header.format = 2
        let journal = try EventJournal.create(at: folder.journalURL, header: header, events: events)
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
        try reader.forEachEvent(after: engine.eventCount) { event in
            engine.replay(event)
            observer(event)
        }
        var log = StoreLog(folder: folder, journal: try reader.resumed(), header: reader.header)
        log.eventCount = engine.eventCount - state.eventCount
        // What a crash left of a draft.
        try? FileManager.default.removeItem(at: folder.snapshotDraftURL((reader.header.snapshot ?? 0) + 1))
        return (engine, log)
    }
}

extension JournalHeader {
    fileprivate func checkApp(_ app: AppIdentity) throws(StoreError) {
        guard self.app.bundleID == app.bundleID else {
            throw StoreError(.folderOfAnotherApp, "the folder belongs to \(self.app.bundleID); choose another")
        }
    }
}
