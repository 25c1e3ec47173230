/// How an offer is paid for: Apple's `offerDiscountType`.
public struct OfferDiscountType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Free of charge.
    public static let freeTrial = Self(rawValue: "FREE_TRIAL")
    /// A lower price for each of some periods.
    public static let payAsYouGo = Self(rawValue: "PAY_AS_YOU_GO")
    /// One price for all of the offer.
    public static let payUpFront = Self(rawValue: "PAY_UP_FRONT")
    /// A lower price once, for a purchase that does not renew.
    public static let oneTime = Self(rawValue: "ONE_TIME")

    public var description: String { rawValue }
}
