public import AppStoreModels
public import Foundation

/// What the App Store stated about one transaction at one moment.
///
/// A fact never changes. A later statement about the same transaction (a refund, for example) is another fact; which
/// of them holds is computed from ``statedDate``.
public struct PurchaseFact: Sendable, Hashable, Codable {
    /// Identifies the transaction; a renewal has an identifier of its own.
    public var transactionID: String
    /// Identifies the chain of a subscription and its renewals, or the first purchase behind a restored one.
    public var originalTransactionID: String
    /// The product, as configured in App Store Connect.
    public var productID: String
    /// Which App Store; transaction identifiers are unique only within one.
    public var environment: AppStoreEnvironment
    /// When the App Store said this: `signedDate` of signed data, `request_date` of an answer of `verifyReceipt`.
    public var statedDate: Date
    /// The app.
    public var bundleID: String?
    /// The kind of product; nil where `verifyReceipt` says nothing about it.
    public var productType: ProductType?
    /// When the account was charged, or the period begins.
    public var purchaseDate: Date
    /// When the chain began.
    public var originalPurchaseDate: Date?
    /// When the paid period ends; auto-renewable subscriptions only.
    public var expiresDate: Date?
    /// How many were bought.
    public var quantity: Int
    /// When it was refunded or taken from a family.
    public var revocationDate: Date?
    /// Why it was refunded.
    public var revocationReason: RevocationReason?
    /// Whether a higher level of the group replaced this transaction.
    public var isUpgraded: Bool
    /// Whether the period is free of charge as an introduction.
    public var isFreeTrial: Bool
    /// Whether the person bought it or has it by Family Sharing.
    public var inAppOwnershipType: InAppOwnershipType?
    /// The subscription group.
    public var subscriptionGroupID: String?
    /// Identifies the subscription period.
    public var webOrderLineItemID: String?
    /// The account in the developer's own system, if the app gave one.
    public var appAccountToken: UUID?

    /// A fact with what every transaction has; the rest is set afterwards.
    public init(
        transactionID: String,
        originalTransactionID: String? = nil,
        productID: String,
        environment: AppStoreEnvironment,
        purchaseDate: Date,
        statedDate: Date
    ) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID ?? transactionID
        self.productID = productID
        self.environment = environment
        self.purchaseDate = purchaseDate
        self.statedDate = statedDate
        quantity = 1
        isUpgraded = false
        isFreeTrial = false
    }
}

extension PurchaseFact {
    /// What tells transactions apart.
    struct Key: Hashable {
        let environment: AppStoreEnvironment
        let transactionID: String
    }

    var key: Key { Key(environment: environment, transactionID: transactionID) }

    /// The kind of product, from the fact itself or from what only subscriptions have.
    var inferredType: ProductType? {
        productType ?? (expiresDate == nil ? nil : .autoRenewableSubscription)
    }
}
