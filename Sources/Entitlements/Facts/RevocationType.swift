/// What took a purchase back: Apple's `revocationType`.
public struct RevocationType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of the money was given back.
    public static let refundFull = Self(rawValue: "REFUND_FULL")
    /// A part of the money was given back; ``PurchaseFact/revocationPercentage`` says how much.
    public static let refundProrated = Self(rawValue: "REFUND_PRORATED")
    /// Family Sharing ended.
    public static let familyRevoke = Self(rawValue: "FAMILY_REVOKE")

    public var description: String { rawValue }
}
