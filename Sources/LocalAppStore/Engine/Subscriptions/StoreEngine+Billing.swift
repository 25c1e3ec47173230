import AppStoreModels
package import Foundation

extension StoreEngine {
    /// Charges a failed renewal after all.
    ///
    /// In the grace period the new period begins where the old one ended; later it begins now, and that is the new
    /// billing day.
    ///
    /// - Throws: `unknownSubscription`; `invalidState` if no renewal failed; `unknownProduct` if it is no longer sold
    package mutating func resolveBilling(originalTransactionID: String) throws(StoreError) {
        let chain = try purchasedSubscription(originalTransactionID)
        guard chain.isInBillingRetryPeriod else {
            throw StoreError(.invalidState, "no renewal of subscription \(originalTransactionID) has failed")
        }
        guard let plan = plan(chain.autoRenewProductID) else {
            throw StoreError(.unknownProduct, "the catalogue has no \"\(chain.autoRenewProductID)\" any more")
        }
        recover(chain, plan)
    }

    /// Charges a failed renewal: in the grace period from where the old period ended, later from now.
    mutating func recover(_ chain: StoreSubscription, _ plan: SubscriptionPlan) {
        var chain = chain
        let isInGracePeriod = chain.status == .billingGracePeriod
        if !isInGracePeriod { chain.billingDay = now.dayOfMonth }
        let start = isInGracePeriod ? chain.expiresDate : now
        let account = customers[chain.accountID]
        renew(chain, of: account, plan, from: start, .billingRecovered, StoreNotification(.didRenew, .billingRecovery))
    }

    /// Tells the customer of a higher price from the next period on.
    ///
    /// - Parameters:
    ///   - originalTransactionID: The subscription.
    ///   - price: In the currency of the customer's storefront.
    ///   - needsConsent: Whether the subscription ends if the customer does not agree.
    /// - Throws: `unknownSubscription`; `invalidValue` for what is not more than the customer pays; `invalidState` if it has
    ///   ended
    package mutating func requestPriceIncrease(
        originalTransactionID: String,
        price: Decimal,
        needsConsent: Bool
    ) throws(StoreError) {
        var chain = try liveSubscription(originalTransactionID)
        try checkOrdinary(chain)
        guard price >= 0, price < 1_000_000_000 else { throw StoreError(.invalidValue, "\(price) is no price") }
        let country = country(of: try account(chain.accountID))
        if let paid = plan(chain.productID).map({ regularPrice(of: chain, $0, in: country) }), price <= paid.amount {
            throw StoreError(
                .invalidValue,
                "\(price) \(country.currency) is no increase: the subscription costs \(paid.amount) \(paid.currency)"
            )
        }
        chain.priceIncrease = PriceIncrease(
            price: StorePrice(amount: price, currency: country.currency),
            isAccepted: !needsConsent,
            isNotice: needsConsent ? nil : true
        )
        emit(
            needsConsent ? .priceIncreaseRequested : .priceIncreaseAccepted,
            notification: StoreNotification(.priceIncrease, needsConsent ? .pending : .accepted),
            latestOf: chain
        )
    }

    /// Answers for the customer who was told of a higher price; who declines has turned renewal off.
    ///
    /// - Throws: `unknownSubscription`; `invalidState` if nothing waits for an answer
    package mutating func answerPriceIncrease(originalTransactionID: String, accepts: Bool) throws(StoreError) {
        var chain = try liveSubscription(originalTransactionID)
        guard chain.priceIncrease?.isAccepted == false else {
            throw StoreError(.invalidState, "no price of subscription \(originalTransactionID) waits for an answer")
        }
        guard accepts else {
            chain.priceIncrease = nil
            if chain.autoRenews { cancel(chain) }
            return
        }
        chain.priceIncrease?.isAccepted = true
        emit(.priceIncreaseAccepted, notification: StoreNotification(.priceIncrease, .accepted), latestOf: chain)
    }
}
