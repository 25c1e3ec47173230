#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What waits to be delivered, in the order in which it came. Pure: the desk does what it says.
struct DeliveryState: Sendable {
    private var jobs: [Key: Job] = [:]
    private var ready: [Key] = []
    private var head = 0
    private var isRunning = false
    private var unrecorded: [Key] = []
    private var isRecording = false
    private(set) var isClosed = false
    /// Records and finishes what was delivered, if it was ever needed.
    var clerk: Task<Void, Never>?

    /// What tells deliveries apart: the store's identifier, or the object where the store gave none.
    enum Key: Hashable, Sendable {
        case identifier(String)
        case object(ObjectIdentifier)

        init(_ transaction: SKPaymentTransaction) {
            self = transaction.deliveryIdentifier.map(Key.identifier) ?? .object(ObjectIdentifier(transaction))
        }

        /// The store's identifier.
        var identifier: String? {
            guard case .identifier(let identifier) = self else { return nil }
            return identifier
        }
    }

    /// One purchase that waits.
    struct Job: Sendable {
        let key: Key
        var transaction: SKPaymentTransaction
        var failures = 0
    }

    /// Nothing is delivered, and nothing waits to be tried again.
    var isIdle: Bool { jobs.isEmpty }

    /// How much is not delivered and finished.
    var waitingCount: Int { jobs.count }

    /// Takes in purchases; one that waits already waits on. The result says whether a worker has to start.
    mutating func take(_ transactions: [SKPaymentTransaction]) -> Bool {
        guard !isClosed else { return false }
        for transaction in transactions {
            let key = Key(transaction)
            if jobs[key] == nil {
                jobs[key] = Job(key: key, transaction: transaction)
                ready.append(key)
            } else {
                jobs[key]?.transaction = transaction
            }
        }
        return startsWorker()
    }

    /// The next purchase to deliver; nil ends the worker.
    mutating func next() -> Job? {
        guard !isClosed, head < ready.count, let job = jobs[ready[head]] else {
            ready = []
            head = 0
            isRunning = false
            return nil
        }
        head += 1
        return job
    }

    /// If the app were killed now, so many purchases at most would be delivered a second time at the next launch; fewer than the
    /// ledger remembers, so that all of them can be recorded at once.
    static let mostUnrecorded = 100

    /// Too much is delivered and not recorded for more to be delivered now.
    var mustWaitForClerk: Bool { unrecorded.count >= Self.mostUnrecorded }

    /// A purchase was delivered. The result says whether a clerk has to start.
    mutating func delivered(_ key: Key) -> Bool {
        unrecorded.append(key)
        defer { isRecording = true }
        return !isRecording
    }

    /// What is to be recorded and then finished, oldest first; nil ends the clerk.
    mutating func nextToFinish() -> [Key]? {
        guard !unrecorded.isEmpty else {
            isRecording = false
            return nil
        }
        defer { unrecorded = [] }
        return unrecorded
    }

    /// The transaction to finish: the newest one that the queue has shown for the purchase.
    func transaction(of key: Key) -> SKPaymentTransaction? { jobs[key]?.transaction }

    /// A purchase was delivered and finished.
    mutating func finished(_ key: Key) {
        jobs[key] = nil
    }

    /// A delivery failed: how often it has by now.
    mutating func failed(_ key: Key) -> Int {
        jobs[key]?.failures += 1
        return jobs[key]?.failures ?? 0
    }

    /// A failed delivery is due again. The result says whether a worker has to start.
    mutating func wake(_ key: Key) -> Bool {
        guard !isClosed, jobs[key] != nil else { return false }
        ready.append(key)
        return startsWorker()
    }

    /// Nothing more is delivered.
    mutating func close() {
        isClosed = true
    }

    private mutating func startsWorker() -> Bool {
        guard !isRunning, head < ready.count else { return false }
        isRunning = true
        return true
    }
}
