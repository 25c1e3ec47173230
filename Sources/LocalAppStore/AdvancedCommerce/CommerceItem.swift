import AppStoreModels
import Foundation
import StoreConfiguration

/// An item of the developer's own catalogue, as a purchase of Advanced Commerce has it.
struct CommerceItem: Sendable, Hashable, Codable {
    /// The developer's own name of it.
    var sku: String
    /// What the customer reads.
    var displayName: String
    /// What the customer reads below.
    var details: String
    /// The full price of a period, or of the one charge, in thousandths of the currency's unit.
    var price: Int64
    /// The lower price that it has at this time.
    var offer: CommerceOffer?

    /// What is charged, in thousandths.
    var charge: Int64 { offer?.price ?? price }

    var json: JSONObject {
        var json: JSONObject = [
            "SKU": .string(sku), "displayName": .string(displayName), "description": .string(details),
            "price": .number(JSONNumber(price)),
        ]
        json[object: "offer"] = offer?.json
        return json
    }
}

/// A lower price for the first periods of an item.
struct CommerceOffer: Sendable, Hashable, Codable {
    /// How long one of its periods is.
    let period: BillingPeriod
    /// How many periods it has, 1 to 12.
    let periodCount: Int
    /// What one period costs, in thousandths.
    let price: Int64
    /// `ACQUISITION`, `WIN_BACK` or `RETENTION`.
    let reason: String

    var json: JSONObject {
        [
            "period": .string(period.iso8601), "periodCount": .number(JSONNumber(periodCount)),
            "price": .number(JSONNumber(price)), "reason": .string(reason),
        ]
    }
}

/// What was paid back for an item.
struct CommerceRefund: Sendable, Hashable, Codable {
    /// In thousandths.
    let amount: Int64
    let date: Date
    /// For example `LEGAL`.
    let reason: String
    /// `FULL`, `PRORATED` or `CUSTOM`.
    let type: String

    var json: JSONObject {
        var json: JSONObject = [
            "refundAmount": .number(JSONNumber(amount)), "refundReason": .string(reason), "refundType": .string(type),
        ]
        json[milliseconds: "refundDate"] = date
        return json
    }
}

extension CommerceItem: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.thousandths.check(price, "price")
        try StoredRange.thousandths.check(offer?.price, "price of an offer")
        try (1...12).check(offer?.periodCount, "periodCount")
    }
}
