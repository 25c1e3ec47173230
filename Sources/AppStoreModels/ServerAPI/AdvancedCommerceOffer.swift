public import Foundation

/// A price for the first periods of an item.
public struct AdvancedCommerceOffer: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// How long one of its periods is.
    public var period: AdvancedCommerceOfferPeriod? {
        get { json[string: "period"].map(AdvancedCommerceOfferPeriod.init(rawValue:)) }
        set { json[string: "period"] = newValue?.rawValue }
    }

    /// How many periods, 1 to 12; a free trial has one.
    public var periodCount: Int64? {
        get { json[integer: "periodCount"] }
        set { json[integer: "periodCount"] = newValue }
    }

    /// The price of one, in units of the request's currency; 0 is a free trial.
    public var price: Decimal? {
        get { json[milliunits: "price"] }
        set { json[milliunits: "price"] = newValue }
    }

    /// Why: `ACQUISITION`, `WIN_BACK` or `RETENTION`.
    public var reason: String? {
        get { json[string: "reason"] }
        set { json[string: "reason"] = newValue }
    }
}
