public import AppStoreModels

/// The kind of a product in a receipt: attribute 1707. Not documented by Apple; found in genuine receipts.
public struct ReceiptProductKind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value in the receipt; unknown ones are kept.
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Bought once, owned for ever.
    public static let nonConsumable = Self(rawValue: 0)
    /// Used up, can be bought again.
    public static let consumable = Self(rawValue: 1)
    /// Lasts for a time that the app decides.
    public static let nonRenewingSubscription = Self(rawValue: 2)
    /// Renews until the person cancels.
    public static let autoRenewableSubscription = Self(rawValue: 3)
    /// A free subscription of the Newsstand era.
    public static let freeSubscription = Self(rawValue: 4)

    /// The kind of a product type; nil for types that receipts cannot name.
    public init?(_ type: ProductType) {
        switch type {
        case .nonConsumable: self = .nonConsumable
        case .consumable: self = .consumable
        case .nonRenewingSubscription: self = .nonRenewingSubscription
        case .autoRenewableSubscription: self = .autoRenewableSubscription
        default: return nil
        }
    }

    /// What signed transactions call it; nil for free subscriptions and unknown values.
    public var productType: ProductType? {
        switch self {
        case .nonConsumable: .nonConsumable
        case .consumable: .consumable
        case .nonRenewingSubscription: .nonRenewingSubscription
        case .autoRenewableSubscription: .autoRenewableSubscription
        default: nil
        }
    }

    public var description: String {
        switch self {
        case .freeSubscription: "Free Subscription"
        default: productType?.rawValue ?? String(rawValue)
        }
    }
}
