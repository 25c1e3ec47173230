package import AppStoreModels
import Foundation
import OrderedCollections

extension StoreEngine {
    /// Refunds a purchase.
    ///
    /// A refund of the current period ends the subscription, and it no longer renews; of an earlier one only marks that
    /// transaction. A non-consumable goes with all its free repetitions. If the customer asked for it, that is granted now.
    ///
    /// - Parameters:
    ///   - transactionID: The purchase.
    ///   - reason: Whether the app was the reason.
    ///   - percentage: How much is paid back, in thousandths of a percent, 1 to 100000.
    /// - Throws: `unknownTransaction`, `invalidValue`; `invalidState` if it was refunded already or is a restored copy
    package mutating func refund(
        transactionID: String,
        reason: RevocationReason,
        percentage: Int = 100_000
    ) throws(StoreError) {
        guard (1...100_000).contains(percentage) else {
            throw StoreError(
                .invalidValue,
                "\(percentage) thousandths of a percent cannot be refunded; 1 to 100000 can"
            )
        }
        grantRefund(of: try refundable(transactionID), reason, percentage)
    }

    /// Refunds what can be refunded.
    mutating func grantRefund(of transaction: StoreTransaction, _ reason: RevocationReason, _ percentage: Int) {
        var transaction = transaction
        let (type, share) = (percentage == 100_000 ? "FULL" : "CUSTOM", Int64(percentage))
        transaction.commerce?.revokeAll(at: now, reason: "OTHER", type: type) { rest in
            // In two steps: a large amount times a hundred thousand does not fit.
            rest / 100_000 * share + rest % 100_000 * share / 100_000
        }
        let transactionID = transaction.transactionID
        let part = percentage == 100_000 ? nil : percentage
        let revoked = sharingFate(with: transaction).map { $0.revoked(at: now, reason, part) }
        var chain = chains[transaction.originalTransactionID]
        if chain?.latestTransactionID == transactionID {
            chain?.status = .revoked
            chain?.gracePeriodExpiresDate = nil
            chain?.billingRetryEndDate = nil
            chain?.nextChargeDate = nil
        }
        emit(
            .refunded,
            notification: StoreNotification(.refund),
            transactions: revoked,
            subscription: chain,
            about: refundState[transactionID]?.decided(granted: true, at: now).map(StoreEvent.Subject.refundRequest)
        )
        if var chain, chain.status == .revoked, chain.autoRenews { turnAutoRenew(false, of: &chain) }
    }

    /// Takes a refund back: the customer has again what is left of it.
    ///
    /// - Throws: `unknownTransaction`; `invalidState` if it was not refunded
    package mutating func reverseRefund(transactionID: String) throws(StoreError) {
        let transaction = try transaction(transactionID)
        try checkPurchased(transaction)
        try checkPaid(transaction)
        guard transaction.revocationDate != nil else {
            throw StoreError(.invalidState, "transaction \(transactionID) was not refunded")
        }
        let returned = sharingFate(with: transaction).map { $0.revoked(at: nil, nil, nil) }
        var chain = chains[transaction.originalTransactionID]
        if let current = chain, current.latestTransactionID == transactionID, current.status == .revoked {
            let isOver = current.expiresDate <= now
            chain?.status = isOver ? .expired : .active
            chain?.expirationIntent = isOver ? .customerCancelled : nil
        }
        emit(
            .refundReversed,
            notification: StoreNotification(.refundReversed),
            transactions: returned,
            subscription: chain
        )
    }

    /// A purchase that can be refunded.
    func refundable(_ id: String) throws(StoreError) -> StoreTransaction {
        let transaction = try transaction(id)
        if let original = transaction.restoredTransactionID {
            throw StoreError(.invalidState, "transaction \(id) is a restored copy; refund \(original)")
        }
        try checkPurchased(transaction)
        try checkPaid(transaction)
        guard transaction.revocationDate == nil else {
            throw StoreError(.invalidState, "transaction \(id) was refunded already")
        }
        return transaction
    }

    /// What a family shares was paid for by somebody else, and ends with the sharing, not by a refund of its own.
    private func checkPaid(_ transaction: StoreTransaction) throws(StoreError) {
        guard let paid = transaction.sharedTransactionID else { return }
        throw StoreError(.invalidState, "transaction \(transaction.transactionID) is shared by a family; take \(paid)")
    }

    /// The transaction first, then the free repetitions of the same non-consumable.
    private func sharingFate(with transaction: StoreTransaction) -> [StoreTransaction] {
        guard transaction.productType == .nonConsumable else { return [transaction] }
        let others = ledger.records(of: transaction.accountID).filter { other in
            other.originalTransactionID == transaction.originalTransactionID && !other.isRestored
                && other.transactionID != transaction.transactionID
        }
        return [transaction] + others
    }
}

extension StoreTransaction {
    fileprivate func revoked(
        at date: Date?,
        _ reason: RevocationReason?,
        _ percentage: Int?
    ) -> StoreTransaction {
        var transaction = self
        transaction.revocationDate = date
        transaction.revocationReason = reason
        transaction.revocationPercentage = percentage
        if date == nil { transaction.commerce?.restoreAll() }
        return transaction
    }
}
