import AppStoreModels
import Foundation
import StoreConfiguration

extension RenewalInfoPayload {
    /// What signed renewal information says.
    ///
    /// - Parameter renewal: What the next renewal costs; nil if there is none.
    init(_ subscription: StoreSubscription, renewal: PeriodTerms?, _ issuer: Issuer) {
        self.init()
        originalTransactionID = subscription.originalTransactionID
        productID = subscription.productID
        autoRenewProductID = subscription.autoRenewProductID
        autoRenewStatus = subscription.autoRenews ? .on : .off
        expirationIntent = subscription.expirationIntent
        if subscription.expirationIntent != nil { isInBillingRetryPeriod = subscription.isInBillingRetryPeriod }
        // What is past is not said: with a date, a renewal that is being tried again means access.
        if subscription.status == .billingGracePeriod { gracePeriodExpiresDate = subscription.gracePeriodExpiresDate }
        priceIncreaseStatus = subscription.priceIncrease.map { $0.isAccepted ? 1 : 0 }
        recentSubscriptionStartDate = subscription.recentSubscriptionStartDate
        appAccountToken = subscription.appAccountToken
        json[string: "appTransactionId"] = issuer.account.appTransactionID
        environment = issuer.environment
        signedDate = issuer.date
        // Always there; it may be past, and it is where the subscription ends if it does not renew.
        renewalDate = subscription.expiresDate
        if subscription.autoRenews, subscription.isLive {
            renewalPrice = renewal?.price.amount
            currency = renewal?.price.currency
            setOffer(renewal?.offer)
        }
        json[object: "advancedCommerceInfo"] = subscription.commerce?.json(subscription.priceIncrease)
    }

    private mutating func setOffer(_ offer: AppliedOffer?) {
        guard let offer else { return }
        offerType = offer.type
        offerIdentifier = offer.identifier
        json[string: "offerDiscountType"] = offer.discountType
        json[string: "offerPeriod"] = offer.duration?.iso8601
    }
}
