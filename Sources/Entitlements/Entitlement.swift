public import AppStoreModels
public import Foundation

/// What a person has of one product at one moment, until when, and why.
///
/// Subscriptions have one entitlement for each chain and product, other products one for each product.
public struct Entitlement: Sendable, Hashable, Codable {
    /// The product.
    public let productID: String
    /// The kind of product, if known.
    public let productType: ProductType?
    /// How things stand.
    public internal(set) var state: EntitlementState
    /// Why.
    public internal(set) var reason: EntitlementReason
    /// Where in its life a subscription is; nil for what does not renew.
    public internal(set) var phase: SubscriptionPhase?
    /// What is true beside that, in a fixed order.
    public internal(set) var conditions: [EntitlementCondition] = []
    /// The date until which access is owed: the first moment at which these facts give none.
    ///
    /// It counts renewals that were charged ahead, the grace period, and the leeway of
    /// ``EntitlementRules/leewayAfterExpiry``. Where access has ended it is when. Nil if there is no end, as of a
    /// non-consumable; if nobody told it; or if there is no access to end, as of a consumable.
    public internal(set) var accessEndDate: Date?
    /// The end of the paid period, the grace period, or the duration; nil if never or unknown.
    public internal(set) var expiresDate: Date?
    /// The transaction that decides.
    public let transactionID: String
    /// The chain of that transaction.
    public let originalTransactionID: String
    /// When that transaction was paid.
    public let purchaseDate: Date
    /// When the chain began.
    public let originalPurchaseDate: Date?
    /// Which App Store.
    public let environment: AppStoreEnvironment
    /// How many were bought in all, refunds subtracted; more than 1 only for consumables.
    public internal(set) var quantity: Int
    /// The app.
    public let bundleID: String?
    /// The subscription group.
    public let subscriptionGroupID: String?
    /// Whether the person bought it or has it by Family Sharing.
    public let inAppOwnershipType: InAppOwnershipType?
    /// When it was refunded or taken from a family.
    public let revocationDate: Date?
    /// What took it back, as far as the App Store says.
    public let revocationType: RevocationType?
    /// How much of the money was given back, in thousandths of a percent.
    public let revocationPercentage: Int?
    /// The kind of offer by which the period was bought.
    public let offerType: OfferType?
    /// Which offer.
    public let offerIdentifier: String?
    /// How the offer is paid for.
    public let offerDiscountType: OfferDiscountType?
    /// What that transaction cost, in units of ``currency``.
    public let price: Decimal?
    /// ISO 4217 code of the price's currency.
    public let currency: String?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public let storefront: String?
    /// Whether the subscription renews at ``expiresDate``; nil if not known or no subscription.
    public internal(set) var willAutoRenew: Bool?
    /// The product that the next renewal buys.
    public internal(set) var autoRenewProductID: String?
    /// Until when the App Store promised access although the renewal failed, even if that is past.
    public internal(set) var gracePeriodExpiresDate: Date?
    /// Whether the person has agreed to a higher price; nil if nothing was asked about this period.
    public internal(set) var priceIncreaseStatus: PriceIncreaseStatus?
    /// When the next renewal is due.
    public internal(set) var renewalDate: Date?
    /// The price of the next period, in units of ``currency``.
    public internal(set) var renewalPrice: Decimal?
    /// The win-back offers that the person may take, the best first.
    public internal(set) var eligibleWinBackOfferIDs: [String]?
    /// The account in the developer's own system, if the app gave one.
    public let appAccountToken: UUID?

    /// Whether the person may use the product now.
    public var isEntitled: Bool { state.givesAccess }

    init(_ fact: PurchaseFact, type: ProductType?, state: EntitlementState, reason: EntitlementReason) {
        productID = fact.productID
        productType = type
        self.state = state
        self.reason = reason
        expiresDate = fact.expiresDate
        transactionID = fact.transactionID
        originalTransactionID = fact.originalTransactionID
        purchaseDate = fact.purchaseDate
        originalPurchaseDate = fact.originalPurchaseDate
        environment = fact.environment
        quantity = fact.quantity
        bundleID = fact.bundleID
        subscriptionGroupID = fact.subscriptionGroupID
        inAppOwnershipType = fact.inAppOwnershipType
        revocationDate = fact.revocationDate
        revocationType = fact.revocationType
        revocationPercentage = fact.revocationPercentage
        offerType = fact.offerType
        offerIdentifier = fact.offerIdentifier
        offerDiscountType = fact.offerDiscountType
        price = fact.price
        currency = fact.currency
        storefront = fact.storefront
        appAccountToken = fact.appAccountToken
    }
}
