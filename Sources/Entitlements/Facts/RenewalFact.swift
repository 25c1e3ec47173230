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
    /// Whether the person has agreed to a higher price; nil if nothing was asked.
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// When the next renewal is due.
    public var renewalDate: Date?
    /// The price of the next period in units of ``currency``.
    public var renewalPrice: Decimal?
    /// ISO 4217 code of the price's currency.
    public var currency: String?
    /// The kind of offer of the next period.
    public var offerType: OfferType?
    /// Which offer the next period has.
    public var offerIdentifier: String?
    /// How the offer of the next period is paid for.
    public var offerDiscountType: OfferDiscountType?
    /// The win-back offers that the person may take, the best first.
    public var eligibleWinBackOfferIDs: [String]?

    /// A fact about this chain; the rest is set afterwards.
    ///
    /// - Warning: Nothing is verified here. What was signed by the App Store becomes a fact by way of a verifier; this is for
    ///   what is known from elsewhere, such as a database of your own, and for tests.
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
