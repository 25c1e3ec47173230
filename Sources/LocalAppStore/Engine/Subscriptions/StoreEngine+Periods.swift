import AppStoreModels
import Foundation
import OrderedCollections
import StoreConfiguration

extension StoreEngine {
    /// Begins a chain, or begins it anew, with a period that starts when it was bought.
    mutating func startChain(
        _ order: SubscriptionOrder,
        _ old: StoreSubscription?,
        _ terms: PeriodTerms
    ) -> (StoreTransaction, StoreSubscription) {
        let id = identifiers.nextTransactionID()
        let originalID = old?.originalTransactionID ?? id
        let start = order.request.date(now: now)
        var chain = StoreSubscription(
            originalTransactionID: originalID,
            accountID: order.account.id,
            groupID: order.plan.groupID,
            productID: order.plan.productID,
            latestTransactionID: id,
            expiresDate: start,
            status: .active,
            autoRenews: true,
            autoRenewProductID: order.plan.productID,
            expirationIntent: nil,
            gracePeriodExpiresDate: nil,
            billingRetryEndDate: nil,
            recentSubscriptionStartDate: runStart(at: start, after: old),
            hasUsedIntroductoryOffer: old?.hasUsedIntroductoryOffer ?? false,
            continuingOffer: nil,
            priceIncrease: nil,
            billingDay: start.dayOfMonth,
            renewalCount: 0,
            appAccountToken: order.request.appAccountToken ?? old?.appAccountToken,
            applicationUsername: order.request.applicationUsername ?? old?.applicationUsername,
            // It is the same subscription, which the developer may extend twice in a year.
            extensionDates: old?.extensionDates ?? []
        )
        let transaction = startPeriod(
            of: &chain,
            id: id,
            at: start,
            terms,
            reason: .purchase,
            storefront: order.account.storefront
        )
        return (transaction, chain)
    }

    /// The next period of a chain, from `start`.
    mutating func startPeriod(
        of chain: inout StoreSubscription,
        id: String,
        at start: Date,
        _ terms: PeriodTerms,
        reason: TransactionReason,
        storefront: String
    ) -> StoreTransaction {
        let calendar = SubscriptionCalendar(rate: settings.timeRate)
        let end = calendar.end(of: terms.period, from: start, billingDay: chain.billingDay)
        if calendar.movesBillingDay(after: terms.period) { chain.billingDay = end.dayOfMonth }
        chain.status = .active
        chain.expirationIntent = nil
        chain.gracePeriodExpiresDate = nil
        chain.billingRetryEndDate = nil
        chain.nextChargeDate = nil
        chain.latestTransactionID = id
        chain.expiresDate = end
        chain.continuingOffer = terms.continuing
        if terms.offer?.type == .introductory { chain.hasUsedIntroductoryOffer = true }
        return StoreTransaction(
            transactionID: id,
            originalTransactionID: chain.originalTransactionID,
            webOrderLineItemID: identifiers.nextWebOrderLineItemID(),
            accountID: chain.accountID,
            productID: chain.productID,
            productType: .autoRenewableSubscription,
            subscriptionGroupID: chain.groupID,
            quantity: 1,
            purchaseDate: start,
            originalPurchaseDate: ledger.purchaseDate(of: chain.originalTransactionID) ?? start,
            expiresDate: end,
            reason: reason,
            offer: terms.offer,
            price: terms.price,
            storefront: storefront,
            appAccountToken: chain.appAccountToken,
            applicationUsername: chain.applicationUsername,
            ownership: .purchased,
            restoredTransactionID: nil,
            revocationDate: nil,
            revocationReason: nil,
            isUpgraded: false,
            isFinished: false
        )
    }

    /// A gap of less than 60 days does not begin a new run of periods.
    private func runStart(at start: Date, after old: StoreSubscription?) -> Date {
        guard let old, start < old.expiresDate.adding(seconds: 60 * 86_400) else { return start }
        return old.recentSubscriptionStartDate
    }
}
