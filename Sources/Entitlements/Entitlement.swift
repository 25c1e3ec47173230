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
    /// When access ends or ended: of the paid period, the grace period, or the duration; nil if never or unknown.
    public internal(set) var expiresDate: Date?
    /// The transaction that decides.
    public let transactionID: String
    /// The chain of that transaction.
    public let originalTransactionID: String
    /// When that transaction was paid.
    public let purchaseDate: Date
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
    /// Whether the subscription renews at ``expiresDate``; nil if not known or no subscription.
    public internal(set) var willAutoRenew: Bool?
    /// The product that the next renewal buys.
    public internal(set) var autoRenewProductID: String?
    /// The account in the developer's own system, if the app gave one.
    public let appAccountToken: UUID?

    /// Whether the person may use the product now.
    public var isEntitled: Bool { state == .active || state == .gracePeriod }

    init(_ fact: PurchaseFact, type: ProductType?, state: EntitlementState, reason: EntitlementReason) {
        productID = fact.productID
        productType = type
        self.state = state
        self.reason = reason
        expiresDate = fact.expiresDate
        transactionID = fact.transactionID
        originalTransactionID = fact.originalTransactionID
        purchaseDate = fact.purchaseDate
        environment = fact.environment
        quantity = fact.quantity
        bundleID = fact.bundleID
        subscriptionGroupID = fact.subscriptionGroupID
        inAppOwnershipType = fact.inAppOwnershipType
        revocationDate = fact.revocationDate
        appAccountToken = fact.appAccountToken
    }
}
