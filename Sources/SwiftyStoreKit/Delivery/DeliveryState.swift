#if canImport(StoreKit)
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
    private(set) var isClosed = false

    /// What tells purchases apart: the store's identifier, or the object where the store gave none.
    enum Key: Hashable, Sendable {
        case identifier(String)
        case object(ObjectIdentifier)

        init(_ transaction: SKPaymentTransaction) {
            self = transaction.transactionIdentifier.map(Key.identifier) ?? .object(ObjectIdentifier(transaction))
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

    /// The transaction to finish: the newest one that the queue has shown for the purchase.
    func transaction(of job: Job) -> SKPaymentTransaction { jobs[job.key]?.transaction ?? job.transaction }

    /// A purchase was delivered and finished.
    mutating func delivered(_ key: Key) {
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
