/// The state of an auto-renewable subscription, as Apple's servers number it.
public struct SubscriptionStatusCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Paid.
    public static let active = Self(rawValue: 1)
    /// Ended.
    public static let expired = Self(rawValue: 2)
    /// A renewal failed and the App Store tries again; no access.
    public static let billingRetryPeriod = Self(rawValue: 3)
    /// A renewal failed and the person keeps access for now.
    public static let billingGracePeriod = Self(rawValue: 4)
    /// Refunded, or taken from a family.
    public static let revoked = Self(rawValue: 5)

    public var description: String { String(rawValue) }
}
