package import AppStoreModels
import Foundation
import OrderedCollections

extension StoreEngine {
    /// Refunds a purchase.
    ///
    /// A refund of the current period ends the subscription, and it no longer renews; of an earlier one only marks that
    /// transaction. A non-consumable goes with all its free repetitions.
    ///
    /// - Throws: `unknownTransaction`; `invalidState` if it was refunded already or is a restored copy
    package mutating func refund(transactionID: String, reason: RevocationReason) throws(StoreError) {
        let transaction = try refundable(transactionID)
        let revoked = sharingFate(with: transaction).map { $0.revoked(at: now, reason) }
        var chain = chains[transaction.originalTransactionID]
        if chain?.latestTransactionID == transactionID {
            chain?.status = .revoked
            chain?.gracePeriodExpiresDate = nil
            chain?.billingRetryEndDate = nil
        }
        emit(.refunded, notification: StoreNotification(.refund), transactions: revoked, subscription: chain)
        if var chain, chain.status == .revoked, chain.autoRenews { turnAutoRenew(false, of: &chain) }
    }

    /// Tells the developer that the customer asks for a refund of a consumable or an auto-renewable subscription, and why;
    /// the App Store then waits up to 12 hours for what the developer knows of its use.
    ///
    /// - Parameters:
    ///   - transactionID: The purchase.
    ///   - reason: Apple's word: `UNINTENDED_PURCHASE`, `FULFILLMENT_ISSUE`, `UNSATISFIED_WITH_PURCHASE`, `LEGAL` or `OTHER`.
    /// - Throws: `unknownTransaction`, `invalidValue`, `familyShared`; `invalidState` if it was refunded already, is a
    ///   restored copy, or is a product the developer is not asked about
    package mutating func requestRefund(transactionID: String, reason: String = "OTHER") throws(StoreError) {
        let transaction = try refundable(transactionID)
        guard Self.consumptionRequestReasons.contains(reason) else {
            let known = Self.consumptionRequestReasons.joined(separator: ", ")
            throw StoreError(.invalidValue, "\"\(reason)\" is no reason for a refund; known are \(known)")
        }
        guard [.consumable, .autoRenewableSubscription].contains(transaction.productType) else {
            throw StoreError(
                .invalidState,
                "transaction \(transactionID) is a \(transaction.productType); the App Store asks only about consumables "
                    + "and auto-renewable subscriptions: refund it, or decline the refund"
            )
        }
        emit(
            .refundRequested,
            notification: StoreNotification(.consumptionRequest, consumptionRequestReason: reason),
            transactions: [transaction],
            subscription: chains[transaction.originalTransactionID]
        )
    }

    private static let consumptionRequestReasons = [
        "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
    ]

    /// Refuses a refund that the customer asked for; nothing changes but that the developer hears of it.
    ///
    /// - Throws: `unknownTransaction`; `invalidState` if it was refunded already or is a restored copy
    package mutating func declineRefund(transactionID: String) throws(StoreError) {
        let transaction = try refundable(transactionID)
        emit(
            .refundDeclined,
            notification: StoreNotification(.refundDeclined),
            transactions: [transaction],
            subscription: chains[transaction.originalTransactionID]
        )
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
        let returned = sharingFate(with: transaction).map { $0.revoked(at: nil, nil) }
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

    private func refundable(_ id: String) throws(StoreError) -> StoreTransaction {
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
    fileprivate func revoked(at date: Date?, _ reason: RevocationReason?) -> StoreTransaction {
        var transaction = self
        transaction.revocationDate = date
        transaction.revocationReason = reason
        return transaction
    }
}
