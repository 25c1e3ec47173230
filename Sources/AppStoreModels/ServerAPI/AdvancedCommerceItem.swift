public import Foundation

/// An item of a large catalogue, in a request of Advanced Commerce: members that the operation does not have stay away.
public struct AdvancedCommerceItem: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The product in the developer's own catalogue, at most 128 characters.
    public var sku: String? {
        get { json[string: "SKU"] }
        set { json[string: "SKU"] = newValue }
    }

    /// The product that is replaced.
    public var currentSKU: String? {
        get { json[string: "currentSKU"] }
        set { json[string: "currentSKU"] = newValue }
    }

    /// What the customer reads, at most 30 characters.
    public var displayName: String? {
        get { json[string: "displayName"] }
        set { json[string: "displayName"] = newValue }
    }

    /// What the customer reads below, at most 45 characters.
    public var description: String? {
        get { json[string: "description"] }
        set { json[string: "description"] = newValue }
    }

    /// The price in units of the request's currency; on the wire in thousandths.
    public var price: Decimal? {
        get { json[milliunits: "price"] }
        set { json[milliunits: "price"] = newValue }
    }

    /// The price of the rest of a period, in units of the request's currency.
    public var proratedPrice: Decimal? {
        get { json[milliunits: "proratedPrice"] }
        set { json[milliunits: "proratedPrice"] = newValue }
    }

    /// An introductory price.
    public var offer: AdvancedCommerceOffer? {
        get { json[object: "offer"].map(AdvancedCommerceOffer.init(json:)) }
        set { json[object: "offer"] = newValue?.json }
    }

    /// When a change takes effect.
    public var effective: AdvancedCommerceEffective? {
        get { json[string: "effective"].map(AdvancedCommerceEffective.init(rawValue:)) }
        set { json[string: "effective"] = newValue?.rawValue }
    }

    /// Why the item is changed: `UPGRADE`, `DOWNGRADE` or `APPLY_OFFER`.
    public var reason: String? {
        get { json[string: "reason"] }
        set { json[string: "reason"] = newValue }
    }

    /// What depends on the item and changes with it.
    public var dependentSKUs: [String]? {
        get { json[array: "dependentSKUs"]?.compactMap(\.string) }
        set { json[array: "dependentSKUs"] = newValue?.map(JSONValue.string) }
    }

    /// Why it is refunded, for example `LEGAL` or `OTHER`.
    public var refundReason: String? {
        get { json[string: "refundReason"] }
        set { json[string: "refundReason"] = newValue }
    }

    /// How much is refunded: `FULL`, `PRORATED` or `CUSTOM`.
    public var refundType: String? {
        get { json[string: "refundType"] }
        set { json[string: "refundType"] = newValue }
    }

    /// What is refunded with `CUSTOM`, in units of the request's currency.
    public var refundAmount: Decimal? {
        get { json[milliunits: "refundAmount"] }
        set { json[milliunits: "refundAmount"] = newValue }
    }

    /// Whether the refund takes the item away.
    public var revoke: Bool? {
        get { json[boolean: "revoke"] }
        set { json[boolean: "revoke"] = newValue }
    }
}
