import Foundation

/// What the lock of a ``LocalAppStore`` guards.
struct StoreCore: Sendable {
    private(set) var engine: StoreEngine
    private let journal: EventJournal?
    /// Set when an event could not be written: memory is then ahead of the disk, and nothing may build on it.
    private var failure: StoreError?
    private var observers: [Int: @Sendable (StoreEvent) -> Void] = [:]
    private var nextObserver = 0
    private var queue: [StoreEvent] = []
    private var isDelivering = false

    init(engine: StoreEngine, journal: EventJournal?) {
        self.engine = engine
        self.journal = journal
    }

    /// Runs a function of the engine and writes its events down.
    mutating func perform<Result>(
        _ body: (inout StoreEngine) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        if let failure { throw failure }
        let result = try body(&engine)
        try commit()
        return result
    }

    /// Runs a command, writes its events down and returns them.
    mutating func handle(_ command: StoreCommand) throws(StoreError) -> [StoreEvent] {
        if let failure { throw failure }
        guard case .advance(let date) = command else {
            try engine.run(command)
            return try commit()
        }
        var events: [StoreEvent] = []
        try advance(to: date) { events += $0 }
        return events
    }

    /// Moves the clock. The events of a long journey are written down in portions, and kept only by who asks for them.
    mutating func advance(to date: Date, each portion: ([StoreEvent]) -> Void = { _ in }) throws(StoreError) {
        if let failure { throw failure }
        var isThere = false
        while !isThere {
            isThere = try engine.advance(to: date, atMost: 4_096)
            portion(try commit())
        }
    }

    @discardableResult
    private mutating func commit() throws(StoreError) -> [StoreEvent] {
        let events = engine.takeEvents()
        do {
            try journal?.append(events)
        } catch {
            failure = error
            throw error
        }
        if !observers.isEmpty { queue += events }
        return events
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
