public import Foundation

/// One element of `pending_renewal_info`. On the wire every value is a string.
public struct VerifyReceiptRenewalInfo: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The product of the current or last period.
    public var productID: String? {
        get { json[string: "product_id"] }
        set { json[string: "product_id"] = newValue }
    }

    /// The subscription chain.
    public var originalTransactionID: String? {
        get { json[string: "original_transaction_id"] }
        set { json[string: "original_transaction_id"] = newValue }
    }

    /// The product that the next renewal buys.
    public var autoRenewProductID: String? {
        get { json[string: "auto_renew_product_id"] }
        set { json[string: "auto_renew_product_id"] = newValue }
    }

    /// Whether the subscription renews.
    public var autoRenewStatus: AutoRenewStatus? {
        get { json[code: "auto_renew_status"].map(AutoRenewStatus.init(rawValue:)) }
        set { json[string: "auto_renew_status"] = newValue.map { String($0.rawValue) } }
    }

    /// Why it expired; absent while it has not.
    public var expirationIntent: ExpirationIntent? {
        get { json[code: "expiration_intent"].map(ExpirationIntent.init(rawValue:)) }
        set { json[string: "expiration_intent"] = newValue.map { String($0.rawValue) } }
    }

    /// Whether the App Store still tries to charge.
    public var isInBillingRetryPeriod: Bool? {
        get { json[boolean: "is_in_billing_retry_period"] }
        set { json[string: "is_in_billing_retry_period"] = newValue.map { $0 ? "1" : "0" } }
    }

    /// Until when the person keeps access although a renewal failed.
    public var gracePeriodExpiresDate: Date? {
        get { VerifyReceiptDate.read("grace_period_expires_date", from: json) }
        set { json[dates: "grace_period_expires_date"] = newValue }
    }

    /// Whether the person agreed to a price increase; absent unless asked.
    public var priceConsentStatus: Bool? {
        get { json[boolean: "price_consent_status"] }
        set { json[string: "price_consent_status"] = newValue.map { $0 ? "1" : "0" } }
    }

    /// The promotional offer of the next period.
    public var promotionalOfferID: String? {
        get { json[string: "promotional_offer_id"] }
        set { json[string: "promotional_offer_id"] = newValue }
    }
}
