import AppStoreModels
import Foundation

// What a family member has: transactions and subscriptions of its own, made from the purchaser's.
extension StoreEngine {
    /// A member's own transaction; nothing was paid for it.
    mutating func shareOf(
        _ original: StoreTransaction,
        for member: String,
        originalTransactionID: String?,
        reason: TransactionReason? = nil
    ) -> StoreTransaction {
        let id = identifiers.nextTransactionID()
        let first = originalTransactionID.flatMap { ledger[$0] }
        return StoreTransaction(
            transactionID: id,
            originalTransactionID: originalTransactionID ?? id,
            webOrderLineItemID: original.webOrderLineItemID == nil ? nil : identifiers.nextWebOrderLineItemID(),
            accountID: member,
            productID: original.productID,
            productType: original.productType,
            subscriptionGroupID: original.subscriptionGroupID,
            quantity: 1,
            purchaseDate: original.purchaseDate,
            originalPurchaseDate: first?.originalPurchaseDate ?? original.purchaseDate,
            expiresDate: original.expiresDate,
            reason: reason ?? original.reason,
            offer: nil,
            price: StorePrice(amount: 0, currency: original.price.currency),
            storefront: customers[member]?.storefront ?? original.storefront,
            appAccountToken: nil,
            applicationUsername: nil,
            ownership: .familyShared,
            restoredTransactionID: nil,
            revocationDate: nil,
            revocationReason: nil,
            isUpgraded: false,
            isFinished: false,
            sharedTransactionID: original.transactionID
        )
    }

    /// A member's own subscription, as the purchaser's is now.
    func shareOf(_ chain: StoreSubscription, _ transaction: StoreTransaction) -> StoreSubscription {
        shareOf(
            chain,
            for: transaction.accountID,
            originalTransactionID: transaction.originalTransactionID,
            latestTransactionID: transaction.transactionID
        )
    }

    func shareOf(
        _ chain: StoreSubscription,
        for member: String,
        originalTransactionID: String,
        latestTransactionID: String
    ) -> StoreSubscription {
        StoreSubscription(
            originalTransactionID: originalTransactionID,
            accountID: member,
            groupID: chain.groupID,
            productID: chain.productID,
            latestTransactionID: latestTransactionID,
            expiresDate: chain.expiresDate,
            status: chain.status,
            autoRenews: chain.autoRenews,
            autoRenewProductID: chain.autoRenewProductID,
            expirationIntent: chain.expirationIntent,
            gracePeriodExpiresDate: chain.gracePeriodExpiresDate,
            billingRetryEndDate: chain.billingRetryEndDate,
            recentSubscriptionStartDate: chain.recentSubscriptionStartDate,
            hasUsedIntroductoryOffer: false,
            continuingOffer: nil,
            priceIncrease: nil,
            billingDay: chain.billingDay,
            renewalCount: chain.renewalCount,
            appAccountToken: nil,
            applicationUsername: nil,
            sharing: FamilySharing(
                originalTransactionID: chain.originalTransactionID,
                transactionID: chain.latestTransactionID
            )
        )
    }
}
