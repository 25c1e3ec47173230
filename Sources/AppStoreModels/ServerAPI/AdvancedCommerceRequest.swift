/// What is asked of Advanced Commerce, by a server or in the app: members that the operation does not have stay away.
public struct AdvancedCommerceRequest: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// Who asks.
    public var requestInfo: AdvancedCommerceRequestInfo? {
        get { json[object: "requestInfo"].map(AdvancedCommerceRequestInfo.init(json:)) }
        set { json[object: "requestInfo"] = newValue?.json }
    }

    /// The operation, in the app only, for example `CREATE_SUBSCRIPTION`.
    public var operation: String? {
        get { json[string: "operation"] }
        set { json[string: "operation"] = newValue }
    }

    /// The version of the operation, in the app only.
    public var version: String? {
        get { json[string: "version"] }
        set { json[string: "version"] = newValue }
    }

    /// The customer's storefront, ISO 3166-1 alpha-3.
    public var storefront: String? {
        get { json[string: "storefront"] }
        set { json[string: "storefront"] = newValue }
    }

    /// ISO 4217 code of the currency of all prices.
    public var currency: String? {
        get { json[string: "currency"] }
        set { json[string: "currency"] = newValue }
    }

    /// The tax code of what is sold.
    public var taxCode: String? {
        get { json[string: "taxCode"] }
        set { json[string: "taxCode"] = newValue }
    }

    /// What the customer reads about the subscription.
    public var descriptors: AdvancedCommerceDescriptors? {
        get { json[object: "descriptors"].map(AdvancedCommerceDescriptors.init(json:)) }
        set { json[object: "descriptors"] = newValue?.json }
    }

    /// The one item of a one-time charge.
    public var item: AdvancedCommerceItem? {
        get { json[object: "item"].map(AdvancedCommerceItem.init(json:)) }
        set { json[object: "item"] = newValue?.json }
    }

    /// The items of a subscription, or of a refund.
    public var items: [AdvancedCommerceItem] {
        get { json[objects: "items"].map(AdvancedCommerceItem.init(json:)) }
        set { json[objects: "items"] = newValue.map(\.json) }
    }

    /// Items that a subscription gets.
    public var addItems: [AdvancedCommerceItem] {
        get { json[objects: "addItems"].map(AdvancedCommerceItem.init(json:)) }
        set { json[objects: "addItems"] = newValue.map(\.json) }
    }

    /// Items that are replaced.
    public var changeItems: [AdvancedCommerceItem] {
        get { json[objects: "changeItems"].map(AdvancedCommerceItem.init(json:)) }
        set { json[objects: "changeItems"] = newValue.map(\.json) }
    }

    /// Items that a subscription loses.
    public var removeItems: [AdvancedCommerceItem] {
        get { json[objects: "removeItems"].map(AdvancedCommerceItem.init(json:)) }
        set { json[objects: "removeItems"] = newValue.map(\.json) }
    }

    /// How long a period is.
    public var period: AdvancedCommercePeriod? {
        get { json[string: "period"].map(AdvancedCommercePeriod.init(rawValue:)) }
        set { json[string: "period"] = newValue?.rawValue }
    }

    /// The subscription that is changed or comes back.
    public var transactionID: String? {
        get { json[string: "transactionId"] }
        set { json[string: "transactionId"] = newValue }
    }

    /// A subscription that ended and goes on as this one.
    public var previousTransactionID: String? {
        get { json[string: "previousTransactionId"] }
        set { json[string: "previousTransactionId"] = newValue }
    }

    /// Whether the day of renewal stays.
    public var retainBillingCycle: Bool? {
        get { json[boolean: "retainBillingCycle"] }
        set { json[boolean: "retainBillingCycle"] = newValue }
    }

    /// The product of App Store Connect that a subscription moves to.
    public var targetProductID: String? {
        get { json[string: "targetProductId"] }
        set { json[string: "targetProductId"] = newValue }
    }

    /// Why it is revoked, for example `LEGAL` or `OTHER`.
    public var refundReason: String? {
        get { json[string: "refundReason"] }
        set { json[string: "refundReason"] = newValue }
    }

    /// How much is refunded: `FULL` or `PRORATED`.
    public var refundType: String? {
        get { json[string: "refundType"] }
        set { json[string: "refundType"] = newValue }
    }

    /// Whether the App Store may ask for consumption information before it decides.
    public var refundRiskingPreference: Bool? {
        get { json[boolean: "refundRiskingPreference"] }
        set { json[boolean: "refundRiskingPreference"] = newValue }
    }
}
