public import AppStoreModels
public import Foundation

/// What the App Store does not say and the app's developer knows.
public struct EntitlementRules: Sendable, Hashable {
    /// The kinds of products; needed to tell a consumable from a non-consumable in answers of `verifyReceipt`.
    ///
    /// A purchase of unknown kind counts as bought for ever.
    public var productTypes: [String: ProductType]
    /// How long non-renewing subscriptions last, in seconds by product identifier.
    ///
    /// A product named here counts as a non-renewing subscription even where its kind is not stated.
    public var nonRenewingDurations: [String: TimeInterval]
    /// How far, in seconds, the caller's clock may be behind the App Store's without a fresh purchase, or a fresh
    /// refund, being overlooked.
    public var clockTolerance: TimeInterval
    /// How long the App Store tries to charge after a period ended, in seconds: 60 days.
    public var billingRetryPeriod: TimeInterval
    /// How long, in seconds, access goes on after a period ended of whose renewal nothing was heard yet; 0 by default.
    ///
    /// A server that gets no notifications learns of a renewal at its next poll, and shows a subscriber as expired until
    /// then. With a leeway as long as polls may take, 3600 for example, it does not. The leeway is given only where a renewal
    /// is possible: not where renewal is off, where the App Store has said that it failed or that the subscription ended, or
    /// after a refund or an upgrade. It is never longer than ``leewayShare`` of the period, so that the short periods of the
    /// sandbox stay short. While it runs the entitlement has the reason ``EntitlementReason/renewalAwaited``.
    public var leewayAfterExpiry: TimeInterval
    /// How much of the period the leeway takes at most; 1, all of it, by default.
    public var leewayShare: Double

    /// Rules; the defaults need no configuration.
    public init(
        productTypes: [String: ProductType] = [:],
        nonRenewingDurations: [String: TimeInterval] = [:],
        clockTolerance: TimeInterval = 300,
        billingRetryPeriod: TimeInterval = 60 * 86_400,
        leewayAfterExpiry: TimeInterval = 0,
        leewayShare: Double = 1
    ) {
        self.productTypes = productTypes
        self.nonRenewingDurations = nonRenewingDurations
        self.clockTolerance = clockTolerance
        self.billingRetryPeriod = billingRetryPeriod
        self.leewayAfterExpiry = leewayAfterExpiry
        self.leewayShare = leewayShare
    }
}

extension EntitlementRules {
    /// The kind of product, the developer's word first.
    func productType(of fact: PurchaseFact) -> ProductType? {
        if let known = productTypes[fact.productID] { return known }
        if nonRenewingDurations[fact.productID] != nil { return .nonRenewingSubscription }
        return fact.inferredType
    }

    /// The leeway after a period, in seconds.
    func leeway(after period: PurchaseFact) -> TimeInterval {
        leeway(afterSeconds: period.expiresDate?.timeIntervalSince(period.purchaseDate) ?? 0)
    }

    /// The leeway, in seconds, after a period of so many.
    package func leeway(afterSeconds length: TimeInterval) -> TimeInterval {
        max(0, min(leewayAfterExpiry, length * min(1, leewayShare)))
    }
}
