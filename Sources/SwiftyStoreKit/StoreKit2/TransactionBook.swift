#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// The transactions of StoreKit 2 as a payment queue has them: each once, whichever way it comes, until it is finished.
///
/// One purchase comes back from `purchase()`, through `updates`, among what is unfinished, or by several of these ways.
/// While a purchase of a product runs, what else arrives of that product is held: it may be the very one that
/// `purchase()` is about to return. Pure: the backend does what comes of it.
struct TransactionBook: Sendable {
    private var queued: [ObjectIdentifier: StoreKit2Transaction] = [:]
    /// What was bought and is not finished, by the store's identifiers.
    private var open: [String: [StoreKit2Transaction]] = [:]
    private var running: [ObjectIdentifier: Running] = [:]
    /// What waits for somebody. That it was refused nobody says, so that of too many the oldest are forgotten: what comes of
    /// them after all comes as something new.
    private var deferred: [Waiting] = []
    private static let mostDeferred = 100
    /// What was finished in this launch.
    private var finished = RecentIdentifiers()
    private var revocations = RecentIdentifiers()
    /// What was taken away in this launch, given back meanwhile or not.
    private var takenAway = RecentIdentifiers()
    /// What was taken away and is to be delivered when it is given back.
    private var lost = RecentIdentifiers()
    /// The same until it was delivered, for launches to come.
    private var owed = RecentIdentifiers()
    private var reported = RecentIdentifiers()

    private struct Running: Sendable {
        let order: PaymentOrder
        var held: [SignedTransaction] = []
        var holds = true
    }

    private struct Waiting: Sendable {
        let order: PaymentOrder
        let transaction: StoreKit2Transaction
    }

    /// What is to be done about a transaction that has arrived.
    enum Arrival: Sendable {
        /// It is known.
        case known
        /// It waits for the end of a purchase; the first that does for this one.
        case held(isFirst: Bool)
        /// The queue shows it.
        case shown(StoreKit2Transaction)
    }

    /// What is in the queue.
    var identifiers: Set<ObjectIdentifier> { Set(queued.keys) }

    /// Whether a transaction needs nothing more: it is in the queue, or was finished in this launch.
    func knows(_ id: String) -> Bool { open[id] != nil || finished.contains(id) }

    /// Whether a transaction was finished in this launch.
    func isFinished(_ id: String) -> Bool { open[id] == nil && finished.contains(id) }

    /// Whether a transaction is in the queue, bought.
    func isOpen(_ id: String) -> Bool { open[id] != nil }

    /// Whether a transaction was taken away in this launch.
    func wasTakenAway(_ id: String) -> Bool { takenAway.contains(id) }

    /// Whether a transaction is to be delivered when it comes again: it was taken away, which was told or spared its delivery.
    func isLost(_ id: String) -> Bool { lost.contains(id) }

    // MARK: Buying

    /// A purchase begins.
    mutating func begin(_ order: PaymentOrder) -> StoreKit2Transaction {
        let transaction = StoreKit2Transaction(purchasing: order)
        queued[ObjectIdentifier(transaction)] = transaction
        running[ObjectIdentifier(transaction)] = Running(order: order)
        return transaction
    }

    /// A purchase has brought a transaction. The result is what was held meanwhile and is something else.
    mutating func purchased(_ transaction: StoreKit2Transaction, _ signed: SignedTransaction) -> [SignedTransaction] {
        let held = endRunning(transaction)
        transaction.becomePurchased(signed)
        open[signed.id, default: []].append(transaction)
        return held.filter { $0.id != signed.id }
    }

    /// A purchase waits for somebody. The result is what was held meanwhile.
    mutating func postponed(_ transaction: StoreKit2Transaction, _ order: PaymentOrder) -> [SignedTransaction] {
        let held = endRunning(transaction)
        transaction.becomeDeferred()
        deferred.append(Waiting(order: order, transaction: transaction))
        if deferred.count > Self.mostDeferred {
            queued[ObjectIdentifier(deferred.removeFirst().transaction)] = nil
        }
        return held
    }

    /// A purchase failed. The result is what was held meanwhile.
    mutating func failed(_ transaction: StoreKit2Transaction, _ reason: SKError) -> [SignedTransaction] {
        let held = endRunning(transaction)
        transaction.becomeFailed(reason)
        return held
    }

    /// A purchase is said to have failed, unless one of the candidates is what came of it after all. The result is what was
    /// held meanwhile, and what nobody has claimed.
    ///
    /// What another running purchase fits is not claimed: that one may be about to return it, and then one charge would
    /// answer two purchases. It is held for that one, which shows it if it brings something else.
    mutating func failed(
        _ transaction: StoreKit2Transaction,
        _ reason: SKError,
        unlessCharged candidates: [SignedTransaction]
    ) -> [SignedTransaction] {
        let new = candidates.filter { !knows($0.id) }
        let others = running.filter { $0.key != ObjectIdentifier(transaction) }
        let charged = new.first { signed in !others.values.contains { $0.order.fits(signed) } }
        if let charged { return purchased(transaction, charged) }
        for (key, other) in others where new.contains(where: { other.order.fits($0) }) {
            // Also for one that had stopped holding: the backend limits this hold as it does any.
            running[key]?.holds = true
        }
        return failed(transaction, reason) + new
    }

    /// What was held for a purchase, before it is said to have failed.
    func held(for transaction: StoreKit2Transaction) -> [SignedTransaction] {
        running[ObjectIdentifier(transaction)]?.held ?? []
    }

    /// A purchase takes too long for others to wait for it. The result is what it held; it holds nothing more.
    mutating func stopHolding(_ transaction: StoreKit2Transaction) -> [SignedTransaction] {
        let key = ObjectIdentifier(transaction)
        defer { running[key]?.held = [] }
        running[key]?.holds = false
        return running[key]?.held ?? []
    }

    private mutating func endRunning(_ transaction: StoreKit2Transaction) -> [SignedTransaction] {
        running.removeValue(forKey: ObjectIdentifier(transaction))?.held ?? []
    }

    // MARK: Arriving

    /// A transaction has arrived that no call has returned.
    mutating func arrive(_ signed: SignedTransaction) -> Arrival {
        guard !knows(signed.id) else { return .known }
        if let key = running.first(where: { $0.value.holds && $0.value.order.fits(signed) })?.key {
            let isKnown = running[key]?.held.contains { $0.id == signed.id } ?? false
            guard !isKnown else { return .known }
            running[key]?.held.append(signed)
            return .held(isFirst: running[key]?.held.count == 1)
        }
        let transaction = takeDeferred(signed) ?? StoreKit2Transaction(purchased: signed)
        queued[ObjectIdentifier(transaction)] = transaction
        open[signed.id] = [transaction]
        lost.remove(signed.id)
        return .shown(transaction)
    }

    /// The purchase that waited for somebody, and is this transaction now.
    private mutating func takeDeferred(_ signed: SignedTransaction) -> StoreKit2Transaction? {
        guard let index = deferred.firstIndex(where: { $0.order.fits(signed) }) else { return nil }
        let transaction = deferred.remove(at: index).transaction
        transaction.becomePurchased(signed)
        return transaction
    }

    /// The purchases that hold back a transaction.
    func holders(of id: String) -> [StoreKit2Transaction] {
        running.filter { $0.value.held.contains { $0.id == id } }.keys.compactMap { queued[$0] }
    }

    /// A purchase of before is given back.
    mutating func restored(_ signed: SignedTransaction, delivery: String) -> StoreKit2Transaction {
        let transaction = StoreKit2Transaction(restored: signed, delivery: delivery)
        queued[ObjectIdentifier(transaction)] = transaction
        return transaction
    }

    // MARK: Leaving

    /// Takes a transaction off the queue, with everything that shows the same purchase; nil if it was not there.
    mutating func finish(_ transaction: StoreKit2Transaction) -> [StoreKit2Transaction]? {
        guard queued.removeValue(forKey: ObjectIdentifier(transaction)) != nil else { return nil }
        guard transaction.transactionState == .purchased, let id = transaction.transactionIdentifier else {
            return [transaction]
        }
        finished.insert(id)
        let others = (open.removeValue(forKey: id) ?? []).filter { $0 !== transaction }
        for other in others { queued[ObjectIdentifier(other)] = nil }
        return [transaction] + others
    }

    /// Notes that a purchase is taken away; false if that was noted. What was held of it is not shown any more.
    mutating func revoke(_ signed: SignedTransaction) -> Bool {
        takenAway.insert(signed.id)
        for key in running.keys { running[key]?.held.removeAll { $0.id == signed.id } }
        return revocations.insert("\(signed.id) \(signed.transaction.revocationDate?.timeIntervalSince1970 ?? 0)")
    }

    /// What was taken away comes as something new when it is given back.
    mutating func lose(_ id: String) {
        finished.remove(id)
        lost.insert(id)
        owed.insert(id)
    }

    /// What was taken away and, given back, would have to be delivered; a later launch goes on with it.
    var owedIDs: [String] { owed.all }

    /// What was taken away and is to be delivered when it is given back, and has not come again.
    var lostIDs: [String] { lost.all }

    /// Goes on with what was taken away in earlier launches.
    mutating func resume(owed ids: [String]) {
        for id in ids {
            lost.insert(id)
            owed.insert(id)
        }
    }

    /// What was given back was delivered; false if it was not taken away.
    mutating func settle(_ id: String) -> Bool {
        guard owed.contains(id) else { return false }
        owed.remove(id)
        return true
    }

    /// Notes that a transaction was not verified; false if that was noted.
    mutating func report(_ transaction: UnverifiedTransaction) -> Bool {
        reported.insert("\(transaction.transactionIdentifier) \(transaction.reason)")
    }
}
