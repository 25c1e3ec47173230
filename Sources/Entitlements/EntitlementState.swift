/// How things stand between a person and a product: one value for each way in which access or its reason differs.
///
/// ``SubscriptionPhase`` and ``EntitlementCondition`` tell subscriptions apart that give the same access.
public struct EntitlementState: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name used in our JSON.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Owned: a paid period, a non-consumable, or a non-renewing subscription that has not ended.
    public static let active = Self(rawValue: "active")
    /// A renewal failed and the person keeps access for now.
    public static let gracePeriod = Self(rawValue: "gracePeriod")
    /// A renewal failed and the App Store goes on trying; no access.
    public static let billingRetry = Self(rawValue: "billingRetry")
    /// Ended; ``Entitlement/reason`` says why.
    public static let expired = Self(rawValue: "expired")
    /// Refunded, or taken from a family.
    public static let revoked = Self(rawValue: "revoked")
    /// Replaced by a higher level of the group.
    public static let upgraded = Self(rawValue: "upgraded")
    /// A consumable that was bought; how much of it is left only the app knows.
    public static let bought = Self(rawValue: "bought")

    public var description: String { rawValue }

    /// Whether the person may use the product.
    var givesAccess: Bool { self == .active || self == .gracePeriod }
}
