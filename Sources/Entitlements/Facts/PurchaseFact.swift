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
    /// What took it back: a refund of all or a part, or the end of Family Sharing; signed data alone says so.
    public var revocationType: RevocationType?
    /// How much of the money was given back, in thousandths of a percent: 100000 is all of it.
    public var revocationPercentage: Int?
    /// Whether a higher level of the group replaced this transaction.
    public var isUpgraded: Bool
    /// Whether the period is free of charge as an introduction.
    public var isFreeTrial: Bool
    /// The kind of offer by which it was bought.
    public var offerType: OfferType?
    /// Which offer: its identifier, or the reference name of an offer code; an introduction has none.
    public var offerIdentifier: String?
    /// How the offer is paid for; signed data alone says so of other offers than free trials.
    public var offerDiscountType: OfferDiscountType?
    /// How long the offer lasts, an ISO 8601 duration.
    public var offerPeriod: String?
    /// The price in units of ``currency``; signed data alone has one.
    public var price: Decimal?
    /// ISO 4217 code of the price's currency.
    public var currency: String?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// Whether the person bought it or the App Store renewed it.
    public var transactionReason: TransactionReason?
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
    // Facts that are not equal differ in these nearly always; to hash all members costs more than all else that is done
    // with very many facts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(transactionID)
        hasher.combine(environment)
        hasher.combine(statedDate)
        hasher.combine(revocationDate)
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
