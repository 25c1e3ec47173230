#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Decides who hears of a transaction: a payment that waits for it, a running restore, else the completion handler. What a
/// caller has and finishes itself nobody else hears of.
///
/// Pure: it takes in what happened and gives back what to do.
struct TransactionRouter: Sendable {
    private var payments = PaymentStage()
    private var restores = RestoreStage()
    private var completions = CompletionStage()
    private var handedOut = HandedOut()
    /// Whether the app has a delivery handler: then that one alone finishes what was bought.
    private var isDelivering = false

    mutating func expect(_ expectation: PaymentExpectation) {
        payments.expect(expectation)
    }

    /// The caller does not wait for its purchase any more; its handler, if it still waited.
    mutating func abandon(_ wait: PaymentExpectation.Wait) -> Handler<TransactionResult>? {
        payments.abandon(wait)
    }

    mutating func restore(_ call: RestoreCall) -> ClientAction? {
        restores.begin(call)
    }

    /// The caller does not wait for its restore any more; its handler, if it still waited.
    mutating func abandon(_ wait: RestoreCall.Wait) -> Handler<RestoreResults>? {
        restores.abandon(wait)
    }

    mutating func complete(atomically: Bool, _ handler: Handler<[Purchase]>) -> ClientAction? {
        completions.register(atomically: atomically, handler).map { isDelivering ? $0.leavingFinishing : $0 }
    }

    /// From now on purchases are delivered, then finished; what waits already is the first.
    mutating func beginDelivering() -> [ClientAction] {
        isDelivering = true
        let waiting = restores.collected + completions.held
        let failed = completions.held.filter { $0.transactionState == .failed }
        return [.deliver(waiting.filter(\.isPaid)), .finish(failed)]
    }

    /// Takes out what waits for a handler and was taken back. The result is what nobody hears of any more.
    mutating func withdraw(_ identifier: String) -> [SKPaymentTransaction] {
        let withdrawn = completions.held.filter { $0.isPaid && $0.transactionIdentifier == identifier }
        completions.forget(withdrawn)
        return withdrawn
    }

    /// Whether ``updated(_:queued:)`` has to know what is in the queue.
    var needsQueue: Bool { payments.hasBound }

    /// The queue has new or changed transactions.
    ///
    /// - Parameter queued: The objects that are in the queue, if ``needsQueue``.
    mutating func updated(
        _ transactions: [SKPaymentTransaction],
        queued: Set<ObjectIdentifier> = []
    ) -> [ClientAction] {
        var actions: [ClientAction] = []
        var rest: [SKPaymentTransaction] = []
        for transaction in transactions {
            if let action = payments.take(transaction, queued: queued) {
                actions.append(action)
            } else if !restores.take(transaction), transaction.transactionState != .purchasing {
                rest.append(transaction)
            }
        }
        if !rest.isEmpty { actions += complete(rest) }
        guard isDelivering else { return handingOut(actions) }
        // First, so that who hears of a purchase and then waits for its delivery finds it under way.
        let paid = transactions.filter { $0.isPaid && !handedOut.contains($0) }
        return [.deliver(paid)] + actions.map(\.leavingFinishing)
    }

    /// Notes what callers finish themselves.
    private mutating func handingOut(_ actions: [ClientAction]) -> [ClientAction] {
        handedOut.add(actions.flatMap(\.leftToCallers))
        return actions
    }

    private mutating func complete(_ transactions: [SKPaymentTransaction]) -> [ClientAction] {
        let transactions = transactions.filter { !handedOut.contains($0) }
        guard !transactions.isEmpty else { return [] }
        if let action = completions.take(transactions) { return [action] }
        // With a delivery handler alone there is nobody who would finish what has failed.
        return isDelivering ? [.finish(transactions.filter { $0.transactionState == .failed })] : []
    }

    /// Transactions have left the queue: whoever still waited for one of them is told.
    mutating func removed(_ transactions: [SKPaymentTransaction]) -> [ClientAction] {
        completions.forget(transactions)
        handedOut.remove(transactions)
        return payments.forget(transactions)
    }

    /// The restore has ended, with an error if it failed.
    mutating func restoreEnded(_ error: (any Error)?) -> [ClientAction] {
        let ended = restores.end(error)
        // What nobody waits for any more goes where everything else goes that was not asked for.
        let actions = ended.actions + (ended.unclaimed.isEmpty ? [] : complete(ended.unclaimed))
        return isDelivering ? actions.map(\.leavingFinishing) : handingOut(actions)
    }
}

extension SKPaymentTransaction {
    /// Whether there is something to deliver.
    var isPaid: Bool { transactionState == .purchased || transactionState == .restored }
}
