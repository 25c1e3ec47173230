public import Foundation

/// One purchase in a receipt.
public struct ReceiptItem: Purchased, Codable, Sendable {
    /// The product.
    public var productId: String

    /// How many of it.
    public var quantity: Int

    /// The transaction.
    public var transactionId: String

    /// The first transaction of the chain.
    public var originalTransactionId: String

    /// When it was bought, or the subscription period began.
    public var purchaseDate: Date

    /// When the chain began.
    public var originalPurchaseDate: Date

    /// The subscription period.
    public var webOrderLineItemId: String?

    /// When the paid period ends.
    public var subscriptionExpirationDate: Date?

    /// When it was refunded or, for an old plan, upgraded.
    public var cancellationDate: Date?

    /// Whether the period is a free trial.
    public var isTrialPeriod: Bool

    /// Whether the period has an introductory price.
    public var isInIntroOfferPeriod: Bool

    /// Whether a higher level of the group has replaced it.
    public var isUpgraded: Bool

    /// An item of these values.
    public init(
        productId: String,
        quantity: Int,
        transactionId: String,
        originalTransactionId: String,
        purchaseDate: Date,
        originalPurchaseDate: Date,
        webOrderLineItemId: String?,
        subscriptionExpirationDate: Date?,
        cancellationDate: Date?,
        isTrialPeriod: Bool,
        isInIntroOfferPeriod: Bool,
        isUpgraded: Bool
    ) {
        self.productId = productId
        self.quantity = quantity
        self.transactionId = transactionId
        self.originalTransactionId = originalTransactionId
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate
        self.webOrderLineItemId = webOrderLineItemId
        self.subscriptionExpirationDate = subscriptionExpirationDate
        self.cancellationDate = cancellationDate
        self.isTrialPeriod = isTrialPeriod
        self.isInIntroOfferPeriod = isInIntroOfferPeriod
        self.isUpgraded = isUpgraded
    }
}
