#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What came without being asked for, and who hears of it.
///
/// Transactions that come before the app has said who wants them wait here.
struct CompletionStage: Sendable {
    private var registration: Registration?
    private var waiting = OpenTransactions()

    /// What waits for a handler, oldest first.
    var held: [SKPaymentTransaction] { waiting.inOrder }

    private struct Registration: Sendable {
        let atomically: Bool
        let handler: Handler<[Purchase]>
    }

    /// Registers the app's handler; the first one stays. What waited is delivered.
    mutating func register(atomically: Bool, _ handler: Handler<[Purchase]>) -> ClientAction? {
        guard registration == nil else { return nil }
        registration = Registration(atomically: atomically, handler: handler)
        defer { waiting = OpenTransactions() }
        return deliver(held)
    }

    /// Delivers transactions in one batch, or keeps them until there is a handler.
    mutating func take(_ transactions: [SKPaymentTransaction]) -> ClientAction? {
        guard registration == nil else { return deliver(transactions) }
        waiting.updated(transactions)
        return nil
    }

    /// Forgets transactions that were finished while they waited.
    mutating func forget(_ transactions: [SKPaymentTransaction]) {
        waiting.removed(transactions)
    }

    private func deliver(_ transactions: [SKPaymentTransaction]) -> ClientAction? {
        guard let registration, !transactions.isEmpty else { return nil }
        let willFinish = transactions.map { finishes($0, atomically: registration.atomically) }
        let purchases = zip(transactions, willFinish).map { transaction, willFinish in
            Purchase(transaction, needsFinish: !willFinish && transaction.transactionState != .deferred)
        }
        let finished = zip(transactions, willFinish).filter(\.1).map(\.0)
        return .complete(registration.handler, purchases, finish: finished)
    }

    /// A failed transaction has nothing to deliver; a deferred one is not over.
    private func finishes(_ transaction: SKPaymentTransaction, atomically: Bool) -> Bool {
        switch transaction.transactionState {
        case .failed: true
        case .deferred: false
        default: atomically
        }
    }
}
