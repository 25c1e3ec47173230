public import Foundation

/// What signed renewal information says: Apple's `JWSRenewalInfoDecodedPayload`.
///
/// It names no app. Bind it by ``originalTransactionID`` to the transaction that came in the same envelope: the renewal
/// information of another app verifies just as well.
public struct RenewalInfoPayload: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The subscription chain.
    public var originalTransactionID: String? {
        get { json[string: "originalTransactionId"] }
        set { json[string: "originalTransactionId"] = newValue }
    }

    /// The product of the current period.
    public var productID: String? {
        get { json[string: "productId"] }
        set { json[string: "productId"] = newValue }
    }

    /// The product that the next renewal buys.
    public var autoRenewProductID: String? {
        get { json[string: "autoRenewProductId"] }
        set { json[string: "autoRenewProductId"] = newValue }
    }

    /// Whether the subscription renews.
    public var autoRenewStatus: AutoRenewStatus? {
        get { json[code: "autoRenewStatus"].map(AutoRenewStatus.init(rawValue:)) }
        set { json[code: "autoRenewStatus"] = newValue?.rawValue }
    }

    /// Why it expired; absent while it has not.
    public var expirationIntent: ExpirationIntent? {
        get { json[code: "expirationIntent"].map(ExpirationIntent.init(rawValue:)) }
        set { json[code: "expirationIntent"] = newValue?.rawValue }
    }

    /// Whether the App Store still tries to charge.
    public var isInBillingRetryPeriod: Bool? {
        get { json[boolean: "isInBillingRetryPeriod"] }
        set { json[boolean: "isInBillingRetryPeriod"] = newValue }
    }

    /// Until when the person keeps access although a renewal failed.
    public var gracePeriodExpiresDate: Date? {
        get { json[milliseconds: "gracePeriodExpiresDate"] }
        set { json[milliseconds: "gracePeriodExpiresDate"] = newValue }
    }

    /// 0: asked and not answered, 1: accepted or no consent needed.
    public var priceIncreaseStatus: Int64? {
        get { json[integer: "priceIncreaseStatus"] }
        set { json[integer: "priceIncreaseStatus"] = newValue }
    }

    /// The kind of offer of the next period.
    public var offerType: OfferType? {
        get { json[code: "offerType"].map(OfferType.init(rawValue:)) }
        set { json[code: "offerType"] = newValue?.rawValue }
    }

    /// Which offer the next period has.
    public var offerIdentifier: String? {
        get { json[string: "offerIdentifier"] }
        set { json[string: "offerIdentifier"] = newValue }
    }

    /// When the next renewal is due.
    public var renewalDate: Date? {
        get { json[milliseconds: "renewalDate"] }
        set { json[milliseconds: "renewalDate"] = newValue }
    }

    /// The price of the next period in units of ``currency``.
    public var renewalPrice: Decimal? {
        get { json[milliunits: "renewalPrice"] }
        set { json[milliunits: "renewalPrice"] = newValue }
    }

    /// ISO 4217 code of the price's currency.
    public var currency: String? {
        get { json[string: "currency"] }
        set { json[string: "currency"] = newValue }
    }

    /// When the current run of periods began; gaps under 60 days do not count.
    public var recentSubscriptionStartDate: Date? {
        get { json[milliseconds: "recentSubscriptionStartDate"] }
        set { json[milliseconds: "recentSubscriptionStartDate"] = newValue }
    }

    /// The account in the developer's own system, if the app gave one.
    public var appAccountToken: UUID? {
        get { json[string: "appAccountToken"].flatMap(UUID.init(uuidString:)) }
        set { json[string: "appAccountToken"] = newValue?.uuidString.lowercased() }
    }

    /// Where the purchase was made.
    public var environment: AppStoreEnvironment? {
        get { json[string: "environment"].map(AppStoreEnvironment.init(rawValue:)) }
        set { json[string: "environment"] = newValue?.rawValue }
    }

    /// When the App Store signed this.
    public var signedDate: Date? {
        get { json[milliseconds: "signedDate"] }
        set { json[milliseconds: "signedDate"] = newValue }
    }
}
