/// Where in its life a subscription is: finer than ``EntitlementState``, which says no more than what access needs.
///
/// A subscription is in one phase at a time; what may be true in several of them, as that it was cancelled or belongs to a
/// family, is an ``EntitlementCondition``. The App Store cannot pause a subscription, so that there is no such phase.
public struct SubscriptionPhase: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name used in our JSON.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// An introduction free of charge.
    public static let trial = Self(rawValue: "trial")
    /// An introduction that costs something.
    public static let introductory = Self(rawValue: "introductory")
    /// A period bought by a promotional offer, an offer code or a win-back offer, free or not.
    public static let offer = Self(rawValue: "offer")
    /// A period at the usual price.
    public static let paid = Self(rawValue: "paid")
    /// A renewal failed; access goes on for now.
    public static let gracePeriod = Self(rawValue: "gracePeriod")
    /// A renewal failed; the App Store goes on trying, without access.
    public static let billingRetry = Self(rawValue: "billingRetry")
    /// Ended; ``Entitlement/reason`` says why.
    public static let expired = Self(rawValue: "expired")
    /// The money was given back.
    public static let refunded = Self(rawValue: "refunded")
    /// The family does not share it any more.
    public static let revoked = Self(rawValue: "revoked")
    /// A higher level of the group replaced it.
    public static let upgraded = Self(rawValue: "upgraded")

    public var description: String { rawValue }
}
