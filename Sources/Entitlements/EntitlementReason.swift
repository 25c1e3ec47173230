/// Why an entitlement is in its state.
public struct EntitlementReason: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name used in our JSON.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Bought once, owned for ever.
    public static let purchased = Self(rawValue: "purchased")
    /// A paid period runs.
    public static let paidPeriod = Self(rawValue: "paidPeriod")
    /// A free trial runs.
    public static let freeTrial = Self(rawValue: "freeTrial")
    /// The period is over and nothing was heard of a renewal or an end: the leeway after expiry runs.
    public static let renewalAwaited = Self(rawValue: "renewalAwaited")
    /// A non-renewing subscription runs.
    public static let withinDuration = Self(rawValue: "withinDuration")
    /// A non-renewing subscription whose duration nobody told us.
    public static let endUnknown = Self(rawValue: "endUnknown")
    /// The account could not be charged.
    public static let billingError = Self(rawValue: "billingError")
    /// The person turned renewal off.
    public static let customerCancelled = Self(rawValue: "customerCancelled")
    /// The person did not agree to a higher price.
    public static let priceIncreaseDeclined = Self(rawValue: "priceIncreaseDeclined")
    /// The product was no longer for sale.
    public static let productUnavailable = Self(rawValue: "productUnavailable")
    /// The period ended and the App Store has not said why, or said "other".
    public static let periodEnded = Self(rawValue: "periodEnded")
    /// The duration of a non-renewing subscription has passed.
    public static let durationEnded = Self(rawValue: "durationEnded")
    /// The subscription went on with another product of the group.
    public static let productChanged = Self(rawValue: "productChanged")
    /// Money was given back.
    public static let refunded = Self(rawValue: "refunded")
    /// Money was given back because of a problem with the app.
    public static let refundedForIssueInApp = Self(rawValue: "refundedForIssueInApp")
    /// Family Sharing of the purchase ended.
    public static let familySharingEnded = Self(rawValue: "familySharingEnded")
    /// Bought in the sandbox by somebody for whom such purchases do not count; a purchase server's word, never the fold's.
    public static let sandboxNotCounted = Self(rawValue: "sandboxNotCounted")
    /// A higher level of the group replaced it.
    public static let upgraded = Self(rawValue: "upgraded")

    public var description: String { rawValue }
}
