public import AppStoreModels

extension LocalAppStore {
    /// A transaction.
    ///
    /// - Throws: `unknownTransaction`
    public func transaction(_ id: String) throws(StoreError) -> StoreTransaction {
        try look { engine throws(StoreError) in try engine.transaction(id) }
    }

    /// Everything an account bought or was renewed, in order; without restored copies.
    public func transactions(account: String) -> [StoreTransaction] { engine.transactions(account: account) }

    /// What the payment queue of an account still has to deliver: purchases, renewals and restored copies.
    public func unfinishedTransactions(account: String) -> [StoreTransaction] {
        engine.unfinishedTransactions(account: account)
    }

    /// What restoring would bring back; changes nothing.
    public func restorableTransactions(account: String, applicationUsername: String? = nil) -> [StoreTransaction] {
        engine.restorableTransactions(account: account, applicationUsername: applicationUsername)
    }

    /// Restores what an account bought: new transactions, each a copy of a finished one, to be delivered and finished.
    ///
    /// - Parameters:
    ///   - account: Whose purchases.
    ///   - applicationUsername: If not nil, only what was bought with this name.
    /// - Returns: The copies; empty if there is nothing to restore.
    /// - Throws: `unknownAccount`
    public func restore(
        account: String,
        applicationUsername: String? = nil
    ) throws(StoreError) -> [StoreTransaction] {
        try perform { engine throws(StoreError) in
            try engine.restore(account: account, applicationUsername: applicationUsername)
        }
    }

    /// Finishes a transaction: it is not delivered again. Finishing twice is harmless.
    ///
    /// - Throws: `unknownTransaction`
    public func finish(transactionID: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.finish(transactionID: transactionID) }
    }

    /// Refunds a purchase.
    ///
    /// - Parameters:
    ///   - transactionID: The purchase.
    ///   - reason: Whether the app was the reason.
    ///   - milliPercentage: How much is paid back, in thousandths of a percent, 1 to 100000.
    /// - Throws: `unknownTransaction`, `invalidValue`; `invalidState` if it was refunded already or is a restored copy
    public func refund(
        transactionID: String,
        reason: RevocationReason = .other,
        milliPercentage: Int = 100_000
    ) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.refund(transactionID: transactionID, reason: reason, percentage: milliPercentage)
        }
    }

    /// Refuses a refund that the customer asked for.
    ///
    /// - Throws: `unknownTransaction`; `invalidState` if it was refunded already or is a restored copy
    public func declineRefund(transactionID: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.declineRefund(transactionID: transactionID) }
    }

    /// Takes a refund back.
    ///
    /// - Throws: `unknownTransaction`; `invalidState` if it was not refunded
    public func reverseRefund(transactionID: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.reverseRefund(transactionID: transactionID) }
    }

    /// Deletes a transaction and everything that came of it.
    ///
    /// - Throws: `unknownTransaction`
    public func delete(transactionID: String) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.delete(transactionID: transactionID) }
    }

    /// Deletes all transactions of an account, or of all accounts; the accounts stay.
    ///
    /// - Throws: `unknownAccount`
    public func clearTransactions(account: String? = nil) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.clearTransactions(account: account) }
    }
}
