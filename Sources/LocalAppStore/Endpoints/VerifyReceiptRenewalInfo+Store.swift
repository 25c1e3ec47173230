import AppStoreModels

extension VerifyReceiptRenewalInfo {
    /// An element of `pending_renewal_info`.
    init(_ subscription: StoreSubscription) {
        self.init()
        productID = subscription.productID
        originalTransactionID = subscription.originalTransactionID
        autoRenewProductID = subscription.autoRenewProductID
        autoRenewStatus = subscription.autoRenews ? .on : .off
        expirationIntent = subscription.expirationIntent
        if subscription.isInBillingRetryPeriod { expirationIntent = .billingError }
        // Apple's recorded answers have it whatever the subscription ended of.
        if expirationIntent != nil { isInBillingRetryPeriod = subscription.isInBillingRetryPeriod }
        gracePeriodExpiresDate = subscription.gracePeriodExpiresDate
        if let increase = subscription.priceIncrease {
            // Apple has it only where the customer was asked; what needs no consent counts as accepted all the same.
            if increase.needsConsent { priceConsentStatus = increase.isAccepted }
            json[string: "price_increase_status"] = increase.isAccepted ? "1" : "0"
        }
        switch subscription.upcomingOffer?.type {
        case .promotional: promotionalOfferID = subscription.upcomingOffer?.identifier
        case .offerCode: json[string: "offer_code_ref_name"] = subscription.upcomingOffer?.identifier
        default: break
        }
    }
}
