import AppStoreModels
import Foundation

extension StoreEngine {
    /// Finishes a transaction: it is not delivered again. Finishing twice is harmless.
    ///
    /// - Throws: `unknownTransaction`
    public mutating func finish(transactionID: String) throws(StoreError) {
        var transaction = try transaction(transactionID)
        guard !transaction.isFinished else { return }
        transaction.isFinished = true
        emit(.finished, transactions: [transaction])
    }

    /// Restores what an account bought: new transactions, each a copy of a finished one, to be delivered and finished.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - applicationUsername: If not nil, only what was bought with this name.
    /// - Returns: The copies, in the order of the originals; empty if there is nothing to restore.
    /// - Throws: `unknownAccount`
    public mutating func restore(
        account id: String,
        applicationUsername: String? = nil
    ) throws(StoreError) -> [StoreTransaction] {
        let account = try account(id)
        let originals = restorableTransactions(account: account.id, applicationUsername: applicationUsername)
        guard !originals.isEmpty else { return [] }
        let copies = originals.map { $0.restored(id: identifiers.nextTransactionID(), at: now) }
        emit(.restored, transactions: copies)
        return copies
    }

    /// Deletes a transaction and everything that came of it: restored copies, and with the first transaction of a
    /// subscription all its renewals.
    ///
    /// - Throws: `unknownTransaction`
    public mutating func delete(transactionID: String) throws(StoreError) {
        let transaction = try transaction(transactionID)
        let doomed = ledger.transactions(of: transaction.accountID).filter { other in
            other.transactionID == transactionID || other.restoredTransactionID == transactionID
                || other.originalTransactionID == transactionID
        }
        let copies = shares(of: Set(doomed.map(\.transactionID)), from: transaction.accountID)
        emit(.deleted, account: transaction.accountID, deletedTransactionIDs: doomed.map(\.transactionID) + copies)
    }

    /// Deletes all transactions of an account, or of all accounts; the accounts stay.
    ///
    /// - Throws: `unknownAccount`
    public mutating func clearTransactions(account: String? = nil) throws(StoreError) {
        if let account { _ = try self.account(account) }
        let doomed = ledger.all.filter { account == nil || $0.accountID == account }
        guard !doomed.isEmpty else { return }
        let ids = doomed.map(\.transactionID)
        let copies = account.map { shares(of: Set(ids), from: $0) } ?? []
        emit(.deleted, account: account, deletedTransactionIDs: ids + copies)
    }

    /// What the family has of these transactions.
    private func shares(of ids: Set<String>, from account: String) -> [String] {
        relatives(of: account).flatMap { member in
            ledger.transactions(of: member).filter { $0.sharedTransactionID.map(ids.contains) == true }
                .map(\.transactionID)
        }
    }
}

extension StoreTransaction {
    fileprivate func restored(id: String, at date: Date) -> StoreTransaction {
        StoreTransaction(
            transactionID: id,
            originalTransactionID: originalTransactionID,
            webOrderLineItemID: webOrderLineItemID,
            accountID: accountID,
            productID: productID,
            productType: productType,
            subscriptionGroupID: subscriptionGroupID,
            quantity: quantity,
            purchaseDate: date,
            originalPurchaseDate: originalPurchaseDate,
            expiresDate: expiresDate,
            reason: reason,
            offer: offer,
            price: price,
            storefront: storefront,
            appAccountToken: appAccountToken,
            applicationUsername: applicationUsername,
            ownership: ownership,
            restoredTransactionID: transactionID,
            revocationDate: nil,
            revocationReason: nil,
            isUpgraded: isUpgraded,
            isFinished: false
        )
    }
}
