/// The kind of an in-app product, as signed transactions spell it.
public struct ProductType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Used up, can be bought again.
    public static let consumable = Self(rawValue: "Consumable")
    /// Bought once, owned for ever.
    public static let nonConsumable = Self(rawValue: "Non-Consumable")
    /// Lasts for a time that the app decides.
    public static let nonRenewingSubscription = Self(rawValue: "Non-Renewing Subscription")
    /// Renews until the person cancels.
    public static let autoRenewableSubscription = Self(rawValue: "Auto-Renewable Subscription")

    public var description: String { rawValue }
}
