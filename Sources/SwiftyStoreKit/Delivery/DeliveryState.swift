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
    /// What was taken away after its delivery, by the store's identifiers: if it comes again, it was given back.
    private(set) var forgotten: Set<String> = []
    /// Whether the record has yet to forget some of it.
    private var mustForget = false
    /// How many purchases were taken in.
    private var taken = 0
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
        /// Tells it from another one of the same purchase, which was given back.
        let number: Int
        var transaction: SKPaymentTransaction
        var failures = 0
        /// Whether it is being delivered, or was.
        var isUnderWay = false
        /// Whether it was taken back meanwhile: then it is not tried again.
        var isTakenBack = false
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
                taken += 1
                jobs[key] = Job(key: key, number: taken, transaction: transaction)
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
        jobs[job.key]?.isUnderWay = true
        return job
    }

    /// Takes out what is to be delivered no more. What is being delivered stays until that has succeeded or failed.
    ///
    /// - Parameter identifier: The store's; a purchase and what restores it have the same.
    mutating func withdraw(_ identifier: String) -> [SKPaymentTransaction] {
        let meant = jobs.values.filter { $0.transaction.transactionIdentifier == identifier }
        for job in meant where job.isUnderWay { jobs[job.key]?.isTakenBack = true }
        let withdrawn = meant.filter { !$0.isUnderWay }
        guard !withdrawn.isEmpty else { return [] }
        for job in withdrawn { jobs[job.key] = nil }
        ready = ready[head...].filter { jobs[$0] != nil }
        head = 0
        return withdrawn.map(\.transaction)
    }

    /// What was taken back was given back, while it was being delivered.
    mutating func keep(_ identifier: String) {
        for (key, job) in jobs where job.isTakenBack && job.transaction.transactionIdentifier == identifier {
            jobs[key]?.isTakenBack = false
        }
    }

    /// Purchases were taken away: delivered as they may be, they are delivered again when they come again. The result says whether
    /// a clerk has to start.
    mutating func forget(_ identifiers: Set<String>) -> Bool {
        let new = identifiers.subtracting(forgotten)
        guard !isClosed, !new.isEmpty else { return false }
        forgotten.formUnion(new)
        mustForget = true
        defer { isRecording = true }
        return !isRecording
    }

    /// Whether a purchase was taken away since it was delivered.
    func isForgotten(_ delivery: String) -> Bool { forgotten.contains(delivery) }

    /// If the app were killed now, so many purchases at most would be delivered a second time at the next launch; fewer than the
    /// ledger remembers, so that all of them can be recorded at once.
    static let mostUnrecorded = 100

    /// Too much is delivered and not recorded for more to be delivered now.
    var mustWaitForClerk: Bool { unrecorded.count >= Self.mostUnrecorded }

    /// A purchase was delivered. The result says whether a clerk has to start.
    mutating func delivered(_ key: Key) -> Bool {
        unrecorded.append(key)
        if let identifier = key.identifier { forgotten.remove(identifier) }
        defer { isRecording = true }
        return !isRecording
    }

    /// What is to be recorded and then finished, oldest first, perhaps with nothing but what is to be forgotten; nil ends the
    /// clerk.
    mutating func nextToFinish() -> [Key]? {
        guard !unrecorded.isEmpty || mustForget else {
            isRecording = false
            return nil
        }
        defer { (unrecorded, mustForget) = ([], false) }
        return unrecorded
    }

    /// The transaction to finish: the newest one that the queue has shown for the purchase.
    func transaction(of key: Key) -> SKPaymentTransaction? { jobs[key]?.transaction }

    /// A purchase was delivered and finished.
    mutating func finished(_ key: Key) {
        jobs[key] = nil
    }

    /// What becomes of a delivery that failed.
    enum Failure: Sendable {
        /// It waits to be tried again; how often it has failed by now.
        case again(failures: Int)
        /// It was taken back meanwhile and waits no more; the transaction to finish.
        case takenBack(SKPaymentTransaction)
    }

    /// A delivery failed. In one step, so that what is taken back is either found here or waits, and is withdrawn.
    mutating func failed(_ key: Key) -> Failure {
        if let job = jobs[key], job.isTakenBack {
            jobs[key] = nil
            return .takenBack(job.transaction)
        }
        jobs[key]?.failures += 1
        jobs[key]?.isUnderWay = false
        return .again(failures: jobs[key]?.failures ?? 0)
    }

    /// A failed delivery is due again. The result says whether a worker has to start.
    mutating func wake(_ job: Job) -> Bool {
        guard !isClosed, jobs[job.key]?.number == job.number else { return false }
        ready.append(job.key)
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
