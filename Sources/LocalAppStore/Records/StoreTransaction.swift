public import AppStoreModels
public import Foundation

/// One transaction: a purchase, a renewal, or a restored copy of one.
public struct StoreTransaction: Sendable, Hashable, Codable, Identifiable {
    /// Decimal digits, unique in the store.
    public let transactionID: String
    /// The first transaction of the chain; its own identifier for a first purchase.
    public let originalTransactionID: String
    /// The identifier of the subscription period, auto-renewable subscriptions only.
    public let webOrderLineItemID: String?
    /// The customer.
    public let accountID: String
    /// What was bought.
    public let productID: String
    /// The kind of product.
    public let productType: ProductType
    /// The group, auto-renewable subscriptions only.
    public let subscriptionGroupID: String?
    /// How many, 1 to 10.
    public let quantity: Int
    /// When the account was charged, or the period began.
    public let purchaseDate: Date
    /// When the chain began.
    public let originalPurchaseDate: Date
    /// When the period ends, auto-renewable subscriptions only.
    public internal(set) var expiresDate: Date?
    /// Bought by the person, or renewed by the store.
    public let reason: TransactionReason
    /// The offer that was used.
    public let offer: AppliedOffer?
    /// What was paid for the whole quantity.
    public let price: StorePrice
    /// Where it was bought, ISO 3166-1 alpha-3.
    public let storefront: String
    /// The account in the developer's own system, if the app gave one.
    public internal(set) var appAccountToken: UUID?
    /// `SKPayment.applicationUsername`, if the app gave one. The App Store's servers keep it only if it is a UUID.
    public let applicationUsername: String?
    /// Whether the person bought it or has it by Family Sharing.
    public let ownership: InAppOwnershipType
    /// The transaction that this one is a restored copy of; nil for real purchases.
    public let restoredTransactionID: String?
    /// When it was refunded or taken away.
    public internal(set) var revocationDate: Date?
    /// Why it was refunded.
    public internal(set) var revocationReason: RevocationReason?
    /// Whether a higher level of the group replaced it.
    public internal(set) var isUpgraded: Bool
    /// Whether the app has finished it.
    public internal(set) var isFinished: Bool
    /// The purchaser's transaction that this family member's one repeats.
    public internal(set) var sharedTransactionID: String?
    /// What was paid back for the rest of the period when a higher level replaced it.
    public internal(set) var proratedRefund: StorePrice?
    /// How much of the price was refunded, in thousandths of a percent; nil for all of it, or for no refund.
    public internal(set) var revocationPercentage: Int?
    /// What it sold of the developer's own catalogue; nil for what is no purchase of Advanced Commerce.
    var commerce: CommerceSale?

    public var id: String { transactionID }

    /// Whether this is a restored copy, which is delivered but counts nowhere as a purchase.
    public var isRestored: Bool { restoredTransactionID != nil }
}

extension StoreTransaction {
    /// What was sold of the developer's own catalogue, as `advancedCommerceInfo` of a signed transaction has it; nil for
    /// what the store's catalogue sells.
    package var advancedCommerceInfo: JSONObject? { commerce?.json }
}

extension StoreTransaction: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.quantities.check(quantity, "quantity")
        try StoredRange.shares.check(revocationPercentage, "revocationPercentage")
        try offer?.checkRanges()
        try commerce?.checkRanges()
    }
}
