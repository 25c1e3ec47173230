import Foundation

/// What the lock of a ``LocalAppStore`` guards.
struct StoreCore: Sendable {
    private(set) var engine: StoreEngine
    private var log: StoreLog?
    private var observers: [Int: @Sendable (StoreEvent) -> Void] = [:]
    private var nextObserver = 0
    private var queue: [StoreEvent] = []
    private var isDelivering = false

    init(engine: StoreEngine, log: StoreLog?) {
        self.engine = engine
        self.log = log
    }

    /// Runs a function of the engine and writes its events down.
    mutating func perform<Result>(
        _ body: (inout StoreEngine) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try log?.check()
        engine.keepsEvents = isHeard
        defer { engine.keepsEvents = true }
        let result = try body(&engine)
        try commit()
        return result
    }

    /// Runs a command other than `advance`, writes its events down and returns them.
    mutating func handle(_ command: StoreCommand) throws(StoreError) -> [StoreEvent] {
        try log?.check()
        try engine.run(command)
        return try commit()
    }

    /// Moves the clock by one portion of its way, whose events are written down together.
    ///
    /// - Parameter wantsEvents: Whether somebody wants the events even if nobody else hears of them.
    mutating func advance(_ journey: ClockJourney, wantsEvents: Bool) throws(StoreError) -> ClockPortion {
        try log?.check()
        let before = engine.eventCount
        guard try !engine.isPast(journey) else {
            return ClockPortion(isLast: true, now: engine.now, eventCount: 0, events: [])
        }
        engine.keepsEvents = isHeard || wantsEvents
        defer { engine.keepsEvents = true }
        let isLast = try engine.advance(to: journey.target, atMost: max(1, journey.nextPortion))
        let count = engine.eventCount - before
        let events = try commit()
        return ClockPortion(isLast: isLast, now: engine.now, eventCount: count, events: wantsEvents ? events : [])
    }

    /// Whether events are written down or delivered.
    private var isHeard: Bool { log != nil || !observers.isEmpty }

    @discardableResult
    private mutating func commit() throws(StoreError) -> [StoreEvent] {
        let events = engine.takeEvents()
        try log?.append(events)
        if !observers.isEmpty { queue += events }
        return events
    }

    /// How many events the log has; 0 without a log.
    var loggedEventCount: Int { log?.eventCount ?? 0 }

    /// How a compaction begins.
    enum Compaction {
        case begun(SnapshotDraft)
        /// Observers have to hear of what happened first: events of a snapshot are not replayed to them.
        case unheard
        case notNow
    }

    /// Begins to put a snapshot in the place of the log's events.
    mutating func beginCompaction(_ isWanted: (StoreLog, StoreEngine) -> Bool) throws(StoreError) -> Compaction {
        guard var log, !log.isDrafting, isWanted(log, engine), !isDelivering else { return .notNow }
        guard queue.isEmpty else { return .unheard }
        let draft = try log.beginDraft(of: engine)
        self.log = log
        return .begun(draft)
    }

    mutating func endCompaction(_ draft: SnapshotDraft, _ file: OutputFile) throws(StoreError) {
        try log?.end(draft, file)
    }

    mutating func cancelCompaction(_ draft: SnapshotDraft) { log?.cancel(draft) }

    /// Puts another state in the place of this one; events are numbered on.
    mutating func restore(_ state: StoreEngine) throws(StoreError) {
        var state = state
        state.countOn(from: engine.eventCount)
        try log?.begin(from: state)
        engine = state
        engine.emit(.stateRestored)
        try commit()
    }

    mutating func addObserver(_ observer: @escaping @Sendable (StoreEvent) -> Void) -> Int {
        nextObserver += 1
        observers[nextObserver] = observer
        return nextObserver
    }

    mutating func removeObserver(_ number: Int) {
        observers[number] = nil
        if observers.isEmpty { queue = [] }
    }

    /// Whether the caller must deliver: there are events and no one else delivers.
    mutating func beginDelivery() -> Bool {
        guard !isDelivering, !queue.isEmpty else { return false }
        isDelivering = true
        return true
    }

    /// The events to deliver next, nil when there are none; then delivery is over.
    mutating func nextDelivery() -> [StoreEvent]? {
        guard !queue.isEmpty else {
            isDelivering = false
            return nil
        }
        defer { queue = [] }
        return queue
    }

    /// Who is to hear of the next event, in the order they began to observe.
    var currentObservers: [@Sendable (StoreEvent) -> Void] {
        observers.sorted { $0.key < $1.key }.map(\.value)
    }
}
