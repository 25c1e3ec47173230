public import AppStoreModels
public import Foundation

/// An offer of a subscription: introductory, promotional, for a code, or for winning someone back.
public struct ConfiguredOffer: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The identifier inside the file.
    public var internalID: String? {
        get { json[string: "internalID"] }
        set { json[string: "internalID"] = newValue }
    }

    /// The identifier that apps use; promotional and win-back offers have one.
    public var offerID: String? {
        get { json[string: "offerID"] }
        set { json[string: "offerID"] = newValue }
    }

    /// The name inside App Store Connect.
    public var referenceName: String? {
        get { json[string: "referenceName"] }
        set { json[string: "referenceName"] = newValue }
    }

    /// How it is paid.
    public var paymentMode: OfferPaymentMode? {
        get { json[string: "paymentMode"].map(OfferPaymentMode.init(rawValue:)) }
        set { json[string: "paymentMode"] = newValue?.rawValue }
    }

    /// How long one period of the offer lasts.
    public var period: BillingPeriod? {
        get { json[string: "subscriptionPeriod"].flatMap(BillingPeriod.init(iso8601:)) }
        set { json[string: "subscriptionPeriod"] = newValue?.iso8601 }
    }

    /// How many periods the offer has; 1 where the file does not say.
    public var numberOfPeriods: Int {
        get { max(1, json[integer: "numberOfPeriods"].flatMap(Int.init(exactly:)) ?? 1) }
        set { json[integer: "numberOfPeriods"] = Int64(newValue) }
    }

    /// The price of one period; 0 for a free offer, nil where it is missing or no number.
    public var price: Decimal? {
        get { paymentMode == .freeTrial ? 0 : json[string: "displayPrice"].flatMap(Decimal.init(configurationPrice:)) }
        set { json[string: "displayPrice"] = newValue.map(\.configurationPrice) }
    }

    /// Whose code it is for; code offers only.
    public var eligibility: [OfferEligibility] {
        get { json[array: "eligibility"]?.compactMap(\.string).map(OfferEligibility.init(rawValue:)) ?? [] }
        set { json[array: "eligibility"] = newValue.map { .string($0.rawValue) } }
    }

    /// Whether a code combines with an introductory offer; code offers only.
    public var isStackable: Bool {
        get { json[boolean: "isStackable"] ?? false }
        set { json[boolean: "isStackable"] = newValue }
    }

    /// Whether tests see the person as eligible; win-back offers only.
    public var isEligible: Bool {
        get { json[boolean: "isEligible"] ?? false }
        set { json[boolean: "isEligible"] = newValue }
    }

    /// The billing plan it belongs to, since version 5.0.
    public var billingPlan: BillingPlanType? {
        get { json[string: "billingPlanType"].map(BillingPlanType.init(rawValue:)) }
        set { json[string: "billingPlanType"] = newValue?.rawValue }
    }

    /// Whether it is for who pays a whole period at its beginning, as all offers are that name no billing plan.
    package var isBilledUpFront: Bool { billingPlan.map { $0 == .billedUpFront } ?? true }
}

/// Who may redeem an offer code, as the file spells it.
public struct OfferEligibility: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The file's word; words that Xcode adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Who never subscribed.
    public static let newSubscribers = Self(rawValue: "new")
    /// Who is subscribed.
    public static let existingSubscribers = Self(rawValue: "existing")
    /// Who was subscribed.
    public static let expiredSubscribers = Self(rawValue: "expired")

    public var description: String { rawValue }
}

/// How an offer is paid, as the file spells it.
public struct OfferPaymentMode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The file's word; words that Xcode adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing is paid.
    public static let freeTrial = Self(rawValue: "free")
    /// A lower price, charged every period.
    public static let payAsYouGo = Self(rawValue: "payAsYouGo")
    /// One payment for the whole offer.
    public static let payUpFront = Self(rawValue: "payUpFront")

    public var description: String { rawValue }
}
