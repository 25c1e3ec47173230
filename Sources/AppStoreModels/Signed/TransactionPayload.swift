public import Foundation

/// What a signed transaction says: Apple's `JWSTransactionDecodedPayload`.
///
/// Identifiers are opaque strings; dates are sent as milliseconds since 1970; prices as milliunits of ``currency``.
public struct TransactionPayload: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The identifier of this transaction; a renewal has one of its own.
    public var transactionID: String? {
        get { json[string: "transactionId"] }
        set { json[string: "transactionId"] = newValue }
    }

    /// The identifier of the first transaction of the chain; the same for all renewals.
    public var originalTransactionID: String? {
        get { json[string: "originalTransactionId"] }
        set { json[string: "originalTransactionId"] = newValue }
    }

    /// The identifier of the subscription period, auto-renewable subscriptions only.
    public var webOrderLineItemID: String? {
        get { json[string: "webOrderLineItemId"] }
        set { json[string: "webOrderLineItemId"] = newValue }
    }

    /// The app the purchase belongs to.
    public var bundleID: String? {
        get { json[string: "bundleId"] }
        set { json[string: "bundleId"] = newValue }
    }

    /// The product, as configured in App Store Connect.
    public var productID: String? {
        get { json[string: "productId"] }
        set { json[string: "productId"] = newValue }
    }

    /// The subscription group, auto-renewable subscriptions only.
    public var subscriptionGroupID: String? {
        get { json[string: "subscriptionGroupIdentifier"] }
        set { json[string: "subscriptionGroupIdentifier"] = newValue }
    }

    /// When the account was charged, or the period began.
    public var purchaseDate: Date? {
        get { json[milliseconds: "purchaseDate"] }
        set { json[milliseconds: "purchaseDate"] = newValue }
    }

    /// When the chain began.
    public var originalPurchaseDate: Date? {
        get { json[milliseconds: "originalPurchaseDate"] }
        set { json[milliseconds: "originalPurchaseDate"] = newValue }
    }

    /// When the paid period ends, auto-renewable subscriptions only.
    public var expiresDate: Date? {
        get { json[milliseconds: "expiresDate"] }
        set { json[milliseconds: "expiresDate"] = newValue }
    }

    /// When the App Store signed this.
    public var signedDate: Date? {
        get { json[milliseconds: "signedDate"] }
        set { json[milliseconds: "signedDate"] = newValue }
    }

    /// How many were bought, 1 to 10.
    public var quantity: Int64? {
        get { json[integer: "quantity"] }
        set { json[integer: "quantity"] = newValue }
    }

    /// The kind of product.
    public var type: ProductType? {
        get { json[string: "type"].map(ProductType.init(rawValue:)) }
        set { json[string: "type"] = newValue?.rawValue }
    }

    /// Whether the person bought it or has it by Family Sharing.
    public var inAppOwnershipType: InAppOwnershipType? {
        get { json[string: "inAppOwnershipType"].map(InAppOwnershipType.init(rawValue:)) }
        set { json[string: "inAppOwnershipType"] = newValue?.rawValue }
    }

    /// Where the purchase was made.
    public var environment: AppStoreEnvironment? {
        get { json[string: "environment"].map(AppStoreEnvironment.init(rawValue:)) }
        set { json[string: "environment"] = newValue?.rawValue }
    }

    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String? {
        get { json[string: "storefront"] }
        set { json[string: "storefront"] = newValue }
    }

    /// Apple's number of the storefront, for example `143441`.
    public var storefrontID: String? {
        get { json[string: "storefrontId"] }
        set { json[string: "storefrontId"] = newValue }
    }

    /// A purchase by the person, or a renewal by the system.
    public var transactionReason: TransactionReason? {
        get { json[string: "transactionReason"].map(TransactionReason.init(rawValue:)) }
        set { json[string: "transactionReason"] = newValue?.rawValue }
    }

    /// The price in units of ``currency``; on the wire in thousandths.
    public var price: Decimal? {
        get { json[milliunits: "price"] }
        set { json[milliunits: "price"] = newValue }
    }

    /// ISO 4217 code of the price's currency.
    public var currency: String? {
        get { json[string: "currency"] }
        set { json[string: "currency"] = newValue }
    }

    /// The account in the developer's own system, if the app gave one.
    public var appAccountToken: UUID? {
        get { json[string: "appAccountToken"].flatMap(UUID.init(uuidString:)) }
        set { json[string: "appAccountToken"] = newValue?.uuidString.lowercased() }
    }

    /// The kind of offer, if one was used.
    public var offerType: OfferType? {
        get { json[code: "offerType"].map(OfferType.init(rawValue:)) }
        set { json[code: "offerType"] = newValue?.rawValue }
    }

    /// Which offer; absent for introductory offers.
    public var offerIdentifier: String? {
        get { json[string: "offerIdentifier"] }
        set { json[string: "offerIdentifier"] = newValue }
    }

    /// `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`.
    public var offerDiscountType: String? {
        get { json[string: "offerDiscountType"] }
        set { json[string: "offerDiscountType"] = newValue }
    }

    /// The offer's length, an ISO 8601 duration.
    public var offerPeriod: String? {
        get { json[string: "offerPeriod"] }
        set { json[string: "offerPeriod"] = newValue }
    }

    /// True if a higher level of the group replaced this transaction; absent otherwise.
    public var isUpgraded: Bool? {
        get { json[boolean: "isUpgraded"] }
        set { json[boolean: "isUpgraded"] = newValue }
    }

    /// When it was refunded or taken from a family; absent otherwise.
    public var revocationDate: Date? {
        get { json[milliseconds: "revocationDate"] }
        set { json[milliseconds: "revocationDate"] = newValue }
    }

    /// Why it was refunded.
    public var revocationReason: RevocationReason? {
        get { json[code: "revocationReason"].map(RevocationReason.init(rawValue:)) }
        set { json[code: "revocationReason"] = newValue?.rawValue }
    }

    /// The download of the app by this Apple account.
    public var appTransactionID: String? {
        get { json[string: "appTransactionId"] }
        set { json[string: "appTransactionId"] = newValue }
    }
}
