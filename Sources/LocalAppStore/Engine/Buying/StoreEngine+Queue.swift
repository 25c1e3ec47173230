import AppStoreModels
import Foundation

extension StoreEngine {
    /// Finishes a transaction: it is not delivered again. Finishing twice is harmless.
    ///
    /// - Throws: `unknownTransaction`
    package mutating func finish(transactionID: String) throws(StoreError) {
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
    package mutating func restore(
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
