import AppStoreModels
import CStoreKit
import LocalAppStore
import Locking

extension SKTestSession {
    /// Everything the customer did, oldest first: also what failed, what waits for approval, and consumables.
    public func allTransactions() -> [SKTestTransaction] {
        catchUp()
        let deleted = state.withLock { $0.deletedAttempts }
        let attempts = store.attempts.filter {
            $0.request.accountID == account && $0.status != .completed && !deleted.contains($0.id)
        }
        let subscriptions = Dictionary(
            store.subscriptions(account: account).map { ($0.originalTransactionID, $0) }
        ) { first, _ in first }
        let transactions = (store.transactions(account: account) + restoredCopies).map { transaction in
            SKTestTransaction(transaction, subscriptions[transaction.originalTransactionID])
        }
        return (attempts.map { SKTestTransaction($0) } + transactions).sorted { first, second in
            (first.purchaseDate, first.identifier) < (second.purchaseDate, second.identifier)
        }
    }

    /// Restored copies that the app has not finished; a finished copy has done its work and is not kept in sight.
    private var restoredCopies: [StoreTransaction] {
        store.unfinishedTransactions(account: account).filter(\.isRestored)
    }

    /// Removes all transactions, which leaves an empty receipt; the settings stay.
    public func clearTransactions() {
        catchUp()
        let attempts = store.attempts.map(\.id)
        state.withLock { $0.deletedAttempts.formUnion(attempts) }
        try? store.clearTransactions(account: account)
    }

    /// Removes a transaction, its renewals and its restored copies, also from the receipt.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`
    public func deleteTransaction(identifier: Int) throws {
        catchUp()
        if let attempt = try? attempt(identifier) {
            state.withLock { _ = $0.deletedAttempts.insert(attempt.id) }
            return
        }
        try SKTestError.translated { () throws(StoreError) in
            try store.delete(transactionID: String(identifier))
        }
    }

    /// Refunds a purchase, at once.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`; `invalidAction` if it was refunded before, failed or waits
    public func refundTransaction(identifier: Int) throws {
        try onTransaction(identifier) { id throws(StoreError) in try store.refund(transactionID: id, reason: .other) }
    }

    /// Settles what interrupted a purchase, or charges a failed renewal.
    ///
    /// For a subscription whose billing retry has ended nothing happens.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`; `invalidAction` if the transaction has no issue
    public func resolveIssueForTransaction(identifier: Int) throws {
        catchUp()
        if let attempt = try? attempt(identifier) {
            try SKTestError.translated { () throws(StoreError) in
                _ = try store.resolveInterruption(attempt: attempt.id)
            }
            return
        }
        let subscription = try subscription(ofTransaction: identifier)
        guard subscription.status != .expired else { return }
        try SKTestError.translated { () throws(StoreError) in
            try store.resolveBilling(originalTransactionID: subscription.originalTransactionID)
        }
    }

    /// Approves a purchase that waits: the queue gets it as purchased, under an identifier of its own.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`; `invalidAction` if the transaction does not wait
    public func approveAskToBuyTransaction(identifier: Int) throws {
        let attempt = try waiting(identifier)
        try SKTestError.translated { () throws(StoreError) in _ = try store.approve(attempt: attempt) }
    }

    /// Refuses a purchase that waits.
    ///
    /// - Throws: ``SKTestError`` `noTransactionFound`; `invalidAction` if the transaction does not wait
    public func declineAskToBuyTransaction(identifier: Int) throws {
        let attempt = try waiting(identifier)
        try SKTestError.translated { () throws(StoreError) in try store.decline(attempt: attempt) }
    }

    /// The attempt that a transaction is, if it is one.
    private func attempt(_ identifier: Int) throws(SKTestError) -> PurchaseAttempt {
        let deleted = state.withLock { $0.deletedAttempts }
        guard
            let attempt = store.attempts.first(where: { $0.id == String(identifier) && !deleted.contains($0.id) }),
            attempt.request.accountID == account
        else { throw SKTestError(.noTransactionFound, reason: "There is no transaction \(identifier).") }
        return attempt
    }

    private func waiting(_ identifier: Int) throws -> String {
        catchUp()
        guard let attempt = try? attempt(identifier) else {
            try onTransaction(identifier) { id throws(StoreError) in
                throw StoreError(.invalidState, "transaction \(id) does not wait for approval")
            }
            return ""
        }
        return attempt.id
    }

    /// Does something to a transaction that went through.
    private func onTransaction(
        _ identifier: Int,
        _ body: (String) throws(StoreError) -> Void
    ) throws(SKTestError) {
        catchUp()
        if let attempt = try? attempt(identifier) {
            throw SKTestError(
                .invalidAction,
                reason: "Transaction \(identifier) never went through: it is \(attempt.status)."
            )
        }
        try SKTestError.translated { () throws(StoreError) in
            let transaction = try store.transaction(String(identifier))
            try body(transaction.transactionID)
        }
    }
}
