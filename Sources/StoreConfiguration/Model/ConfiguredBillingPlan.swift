public import AppStoreModels
public import Foundation

/// A way to pay for a subscription: at once, or monthly with a commitment. In files since version 5.0.
public struct ConfiguredBillingPlan: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The identifier inside the file.
    public var internalID: String? {
        get { json[string: "internalID"] }
        set { json[string: "internalID"] = newValue }
    }

    /// The kind of plan.
    public var type: BillingPlanType? {
        get { json[string: "billingPlanType"].map(BillingPlanType.init(rawValue:)) }
        set { json[string: "billingPlanType"] = newValue?.rawValue }
    }

    /// The price of one payment; nil where it is missing or no number.
    public var price: Decimal? {
        get { json[string: "displayPrice"].flatMap(Decimal.init(configurationPrice:)) }
        set { json[string: "displayPrice"] = newValue?.configurationPrice }
    }

    /// The price of all payments of the commitment; nil where it is missing or no number.
    public var commitmentPrice: Decimal? {
        get { json[string: "commitmentDisplayPrice"].flatMap(Decimal.init(configurationPrice:)) }
        set { json[string: "commitmentDisplayPrice"] = newValue?.configurationPrice }
    }

    /// Whether it is for sale.
    public var isEnabled: Bool {
        get { json[boolean: "isEnabled"] ?? false }
        set { json[boolean: "isEnabled"] = newValue }
    }
}

/// When a subscription is paid, as the file spells it.
public struct BillingPlanType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The file's word; words that Xcode adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole period at its beginning.
    public static let billedUpFront = Self(rawValue: "BILLED_UPFRONT")
    /// Every month, with a commitment for the whole period.
    public static let monthly = Self(rawValue: "MONTHLY")

    public var description: String { rawValue }
}
