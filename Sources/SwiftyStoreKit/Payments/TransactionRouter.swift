#if canImport(StoreKit)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Decides who hears of a transaction: a payment that waits for it, a running restore, else the completion handler.
///
/// Pure: it takes in what happened and gives back what to do.
struct TransactionRouter: Sendable {
    private var payments = PaymentStage()
    private var restores = RestoreStage()
    private var completions = CompletionStage()

    mutating func expect(_ expectation: PaymentExpectation) {
        payments.expect(expectation)
    }

    mutating func restore(_ call: RestoreCall) -> ClientAction? {
        restores.begin(call)
    }

    mutating func complete(atomically: Bool, _ handler: Handler<[Purchase]>) -> ClientAction? {
        completions.register(atomically: atomically, handler)
    }

    /// The queue has new or changed transactions.
    mutating func updated(_ transactions: [SKPaymentTransaction]) -> [ClientAction] {
        var actions: [ClientAction] = []
        var rest: [SKPaymentTransaction] = []
        for transaction in transactions {
            if let action = payments.take(transaction) {
                actions.append(action)
            } else if !restores.take(transaction), transaction.transactionState != .purchasing {
                rest.append(transaction)
            }
        }
        if !rest.isEmpty, let action = completions.take(rest) { actions.append(action) }
        return actions
    }

    /// Transactions have left the queue.
    mutating func removed(_ transactions: [SKPaymentTransaction]) {
        completions.forget(transactions)
    }

    /// The restore has ended, with an error if it failed.
    mutating func restoreEnded(_ error: (any Error)?) -> [ClientAction] {
        restores.end(error)
    }
}
