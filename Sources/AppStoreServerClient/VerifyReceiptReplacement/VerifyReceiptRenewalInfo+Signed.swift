import AppStoreModels

extension VerifyReceiptRenewalInfo {
    /// An element of `pending_renewal_info` from the status of a subscription.
    init(_ subscription: SubscriptionStatuses.Subscription) {
        self.init()
        let renewal = subscription.renewalInfo?.payload ?? RenewalInfoPayload()
        productID = renewal.productID ?? subscription.transaction.productID
        originalTransactionID = subscription.transaction.originalTransactionID
        autoRenewProductID = renewal.autoRenewProductID
        autoRenewStatus = renewal.autoRenewStatus
        expirationIntent = renewal.expirationIntent
        let isRetrying = [.billingRetryPeriod, .billingGracePeriod].contains(subscription.status)
        if isRetrying { expirationIntent = .billingError }
        // There as soon as a period has ended, whatever it ended of.
        if expirationIntent != nil { isInBillingRetryPeriod = renewal.isInBillingRetryPeriod ?? isRetrying }
        gracePeriodExpiresDate = renewal.gracePeriodExpiresDate
        setPriceIncrease(renewal.priceIncreaseStatus)
        switch renewal.offerType {
        case .promotional: promotionalOfferID = renewal.offerIdentifier
        case .offerCode: json[string: "offer_code_ref_name"] = renewal.offerIdentifier
        default: break
        }
    }

    /// What is signed has one number for both members: 0 while the customer has not answered, 1 once there is agreement.
    private mutating func setPriceIncrease(_ status: Int64?) {
        guard let status else { return }
        priceConsentStatus = status == 1
        json[string: "price_increase_status"] = String(status)
    }
}
