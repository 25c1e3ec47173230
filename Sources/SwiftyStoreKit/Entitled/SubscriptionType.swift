public import Foundation

/// What kind of subscription to look for.
public enum SubscriptionType: Hashable, Sendable {
    /// One that renews itself; the receipt says until when it is paid.
    case autoRenewable
    /// One that lasts `validDuration` seconds from its purchase; the receipt does not say.
    case nonRenewing(validDuration: TimeInterval)
}

/// Whether a product was bought.
public enum VerifyPurchaseResult: Sendable {
    /// It was: the newest purchase that was not refunded.
    case purchased(item: ReceiptItem)
    /// It was not, or it was refunded.
    case notPurchased
}

/// Whether a subscription is active.
public enum VerifySubscriptionResult: Sendable {
    /// It is, until `expiryDate`; items newest first.
    case purchased(expiryDate: Date, items: [ReceiptItem])
    /// It was, until `expiryDate`; items newest first.
    case expired(expiryDate: Date, items: [ReceiptItem])
    /// It was never bought, or everything was refunded.
    case notPurchased
}
