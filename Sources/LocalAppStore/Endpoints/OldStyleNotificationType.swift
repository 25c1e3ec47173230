public import AppStoreModels

/// What a server notification of version 1 reports.
public struct OldStyleNotificationType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value of `notification_type`.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A subscription began.
    public static let initialBuy = Self(rawValue: "INITIAL_BUY")
    /// A customer came back.
    public static let interactiveRenewal = Self(rawValue: "INTERACTIVE_RENEWAL")
    /// A subscription renewed.
    public static let didRenew = Self(rawValue: "DID_RENEW")
    /// A failed renewal was charged after all.
    public static let didRecover = Self(rawValue: "DID_RECOVER")
    /// A renewal could not be charged.
    public static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")
    /// What the next renewal buys was changed.
    public static let didChangeRenewalPref = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")
    /// Renewal was turned on or off.
    public static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")
    /// A subscription was refunded, or a higher level replaced its period.
    public static let cancel = Self(rawValue: "CANCEL")
    /// Something that does not renew was refunded.
    public static let refund = Self(rawValue: "REFUND")
    /// Family Sharing of a purchase ended.
    public static let revoke = Self(rawValue: "REVOKE")
    /// The customer is asked about a higher price.
    public static let priceIncreaseConsent = Self(rawValue: "PRICE_INCREASE_CONSENT")
    /// A customer asks for a refund of a consumable.
    public static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")

    public var description: String { rawValue }

    /// What version 1 has for a notification of version 2; nil for what it never told, such as the end of a subscription.
    ///
    /// - Parameters:
    ///   - type: The type in version 2.
    ///   - subtype: In detail.
    ///   - product: The kind of product that it is about; nil if it is about none.
    public init?(_ type: NotificationType, _ subtype: NotificationSubtype?, of product: ProductType?) {
        switch (type, subtype) {
        case (.subscribed, .resubscribe): self = .interactiveRenewal
        case (.subscribed, _): self = .initialBuy
        case (.didRenew, .billingRecovery): self = .didRecover
        case (.didRenew, _): self = .didRenew
        case (.didFailToRenew, _): self = .didFailToRenew
        case (.didChangeRenewalPref, .upgrade), (.offerRedeemed, .upgrade): self = .cancel
        case (.didChangeRenewalPref, _), (.offerRedeemed, .downgrade): self = .didChangeRenewalPref
        case (.didChangeRenewalStatus, _): self = .didChangeRenewalStatus
        case (.priceIncrease, .pending): self = .priceIncreaseConsent
        case (.refund, _): self = product == .autoRenewableSubscription ? .cancel : .refund
        case (.revoke, _): self = .revoke
        case (.consumptionRequest, _) where product == .consumable: self = .consumptionRequest
        default: return nil
        }
    }
}
