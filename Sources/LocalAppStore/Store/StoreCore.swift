import Foundation

/// What the lock of a ``LocalAppStore`` guards.
struct StoreCore: Sendable {
    private(set) var engine: StoreEngine
    private var log: StoreLog?
    private var observers: [Int: @Sendable (StoreEvent) -> Void] = [:]
    private var portionObservers: [Int: @Sendable ([StoreEvent]) -> Void] = [:]
    private var nextObserver = 0
    private var queue: [StoreEvent] = []
    /// The number of the last event that was kept for the observers; 0 for none.
    private(set) var lastQueued = 0

    init(engine: StoreEngine, log: StoreLog?) {
        self.engine = engine
        self.log = log
    }

    /// Runs a function of the engine, and writes down what happened. If either fails the state is as it was before, and
    /// nobody hears of anything: a command that cannot be written down did not happen.
    ///
    /// - Throws: What the function throws, or `journalFailed` if its events cannot be written.
    mutating func perform<Result>(
        _ body: (inout StoreEngine) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        engine.keepsEvents = log != nil || isObserved
        beginPast()
        engine.beginChange()
        defer { engine.keepsEvents = true }
        do {
            let result = try body(&engine)
            let events = engine.takeEvents()
            try log?.append(events)
            engine.keepChange()
            enqueue(events)
            return result
        } catch {
            engine.undoChange()
            throw error
        }
    }

    /// Moves the clock by one portion of its way, whose events are written down together. If they cannot be, the portion did
    /// not happen; those before it have.
    mutating func advance(_ journey: ClockJourney) throws(StoreError) -> ClockPortion {
        let before = engine.eventCount
        guard try !engine.isPast(journey) else {
            return ClockPortion(isLast: true, now: engine.now, eventCount: 0)
        }
        let isLast = try advance(to: journey.target, atMost: max(1, journey.nextPortion))
        let count = engine.eventCount - before
        return ClockPortion(isLast: isLast, now: engine.now, eventCount: count)
    }

    private mutating func advance(to target: Date, atMost limit: Int) throws(StoreError) -> Bool {
        guard log == nil, !isObserved else {
            return try perform { engine throws(StoreError) in try engine.advance(to: target, atMost: limit) }
        }
        // What is refused is refused before anything has changed, so that nothing need be kept to take it back.
        engine.keepsEvents = false
        beginPast()
        defer { engine.keepsEvents = true }
        return try engine.advance(to: target, atMost: limit)
    }

    /// Notes what the next change replaces, for those who hear of it later.
    private mutating func beginPast() {
        if !isObserved {
            // Nobody is left who might ask.
            if engine.past?.isOfLog == false { engine.past = nil }
        } else if engine.past == nil, !observers.isEmpty {
            // Only who hears of single events asks about them later: it may go, and ask while devices hear on.
            engine.past = StorePast(since: engine.eventCount)
        }
    }

    /// Why the log could not be written when that was last tried; nil if it could, or if there is none.
    var writeFailure: StoreError? { log?.failure }

    /// Looks whether the log can be written again.
    mutating func tryWritingAgain() -> StoreError? {
        try? log?.tryAgain()
        return log?.failure
    }

    /// How many events the log has; 0 without a log.
    var loggedEventCount: Int { log?.eventCount ?? 0 }

    /// How a compaction begins.
    enum Compaction {
        indirect case begun(SnapshotDraft)
        /// Observers have to hear of what happened first: events of a snapshot are not replayed to them.
        case unheard
        case notNow
    }

    /// Begins to put a snapshot in the place of the log's events.
    mutating func beginCompaction(_ isWanted: (StoreLog, StoreEngine) -> Bool) -> Compaction {
        guard var log, !log.isDrafting, isWanted(log, engine) else { return .notNow }
        guard queue.isEmpty else { return .unheard }
        let draft = log.beginDraft(of: engine)
        self.log = log
        return .begun(draft)
    }

    mutating func endCompaction(_ draft: SnapshotDraft, _ file: DiskFile) throws(StoreError) {
        try log?.end(draft, file)
    }

    mutating func cancelCompaction(_ draft: SnapshotDraft) { log?.cancel(draft) }

    /// Puts another state in the place of this one; events are numbered on.
    ///
    /// - Throws: `journalFailed`, `snapshotFailed`; then the state is as it was, in memory and on disk.
    mutating func restore(_ state: StoreEngine) throws(StoreError) {
        var next = state
        next.countOn(from: engine.eventCount)
        let snapshot = next
        next.emit(.stateRestored)
        let events = next.takeEvents()
        try log?.begin(from: snapshot, with: events)
        next.serverKey = engine.serverKey
        engine = next
        enqueue(events)
    }

    /// Keeps events until the observers are told of them.
    private mutating func enqueue(_ events: [StoreEvent]) {
        guard isObserved, let last = events.last else { return }
        queue += events
        lastQueued = last.sequence
    }

    /// Nobody asks any more what was true at this event or before.
    mutating func forgetPast(through sequence: Int) { engine.past?.forget(through: sequence) }

    /// From now on what this key signed counts, too.
    mutating func accept(_ key: OffersVerificationKey) { engine.serverKey = key }

    mutating func addObserver(_ observer: @escaping @Sendable (StoreEvent) -> Void) -> Int {
        nextObserver += 1
        observers[nextObserver] = observer
        return nextObserver
    }

    mutating func addPortionObserver(_ observer: @escaping @Sendable ([StoreEvent]) -> Void) -> Int {
        nextObserver += 1
        portionObservers[nextObserver] = observer
        return nextObserver
    }

    mutating func removeObserver(_ number: Int) {
        observers[number] = nil
        portionObservers[number] = nil
        if !isObserved { queue = [] }
    }

    /// Whether somebody hears of what happens.
    private var isObserved: Bool { !observers.isEmpty || !portionObservers.isEmpty }

    /// Hands over the events that the observers have to be told of.
    mutating func takeQueue() -> [StoreEvent] {
        defer { queue = [] }
        return queue
    }

    /// Who is to hear of the next event, in the order they began to observe.
    var currentObservers: [@Sendable (StoreEvent) -> Void] {
        observers.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Who is to hear of all the next events at once.
    var currentPortionObservers: [@Sendable ([StoreEvent]) -> Void] {
        portionObservers.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether somebody is to hear of the next events one at a time.
    var hasObservers: Bool { !observers.isEmpty }
}
