public import AppStoreModels
public import Foundation

/// What the App Store stated at one moment about the next renewal of a subscription.
public struct RenewalFact: Sendable, Hashable, Codable {
    /// The subscription chain.
    public var originalTransactionID: String
    /// Which App Store.
    public var environment: AppStoreEnvironment
    /// When the App Store said this.
    public var statedDate: Date
    /// The product of the current or last period.
    public var productID: String?
    /// Whether the subscription renews.
    public var autoRenewStatus: AutoRenewStatus?
    /// The product that the next renewal buys.
    public var autoRenewProductID: String?
    /// Why it expired; nil while it has not.
    public var expirationIntent: ExpirationIntent?
    /// Whether the App Store still tries to charge.
    public var isInBillingRetryPeriod: Bool?
    /// Until when the person keeps access although a renewal failed.
    public var gracePeriodExpiresDate: Date?

    /// A fact about this chain; the rest is set afterwards.
    public init(originalTransactionID: String, environment: AppStoreEnvironment, statedDate: Date) {
        self.originalTransactionID = originalTransactionID
        self.environment = environment
        self.statedDate = statedDate
    }
}

extension RenewalFact {
    var chain: SubscriptionChain.Key {
        SubscriptionChain.Key(environment: environment, originalTransactionID: originalTransactionID)
    }
}
