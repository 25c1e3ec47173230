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

    /// Rules; the defaults need no configuration.
    public init(
        productTypes: [String: ProductType] = [:],
        nonRenewingDurations: [String: TimeInterval] = [:],
        clockTolerance: TimeInterval = 300,
        billingRetryPeriod: TimeInterval = 60 * 86_400
    ) {
        self.productTypes = productTypes
        self.nonRenewingDurations = nonRenewingDurations
        self.clockTolerance = clockTolerance
        self.billingRetryPeriod = billingRetryPeriod
    }
}

extension EntitlementRules {
    /// The kind of product, the developer's word first.
    func productType(of fact: PurchaseFact) -> ProductType? {
        if let known = productTypes[fact.productID] { return known }
        if nonRenewingDurations[fact.productID] != nil { return .nonRenewingSubscription }
        return fact.inferredType
    }
}
