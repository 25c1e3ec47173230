public import Foundation

/// What an app was told of products.
public struct LoadedProducts: Sendable, Hashable {
    /// One product.
    public struct Item: Sendable, Hashable {
        /// The identifier.
        public var id: String
        /// The name.
        public var title: String
        /// The price as the customer reads it.
        public var displayPrice: String

        /// A product.
        public init(id: String, title: String, displayPrice: String) {
            (self.id, self.title, self.displayPrice) = (id, title, displayPrice)
        }
    }

    /// The products.
    public var items: [Item]
    /// Identifiers that nobody sells.
    public var unknown: Set<String>
    /// Whether the request failed.
    public var hasFailed: Bool

    /// Products.
    public init(items: [Item], unknown: Set<String>, hasFailed: Bool = false) {
        (self.items, self.unknown, self.hasFailed) = (items, unknown, hasFailed)
    }
}

/// How a purchase ended.
public enum BuyingOutcome: Sendable, Hashable {
    /// Bought.
    case bought(DeliveredPurchase)
    /// It waits for somebody.
    case pending
    /// It failed.
    case failed(PurchaseFailureReason, mayHaveBeenCharged: Bool)
}

/// Why a purchase failed, in the words that every implementation has.
public enum PurchaseFailureReason: String, Sendable, Hashable, CaseIterable {
    /// The customer cancelled.
    case cancelled
    /// Purchases are not allowed here.
    case notAllowed
    /// Nobody sells it, or not here.
    case unavailable
    /// What was asked for is not possible.
    case invalid
    /// The offer is not one that the customer may have, or its signature does not hold.
    case offer
    /// The network failed.
    case network
    /// Something else, or nobody knows.
    case other
}

/// A purchase that an app has.
public struct DeliveredPurchase: Sendable, Hashable {
    /// The product.
    public var productID: String
    /// The transaction.
    public var transactionID: String
    /// The transaction of the purchase that was restored; nil if it was bought.
    public var originalTransactionID: String?
    /// How many.
    public var quantity: Int
    /// The account that the purchase named.
    public var account: UUID?
    /// What the App Store signed.
    public var jws: String?

    /// A purchase.
    public init(
        productID: String,
        transactionID: String,
        originalTransactionID: String? = nil,
        quantity: Int = 1,
        account: UUID? = nil,
        jws: String? = nil
    ) {
        self.productID = productID
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.quantity = quantity
        self.account = account
        self.jws = jws
    }
}

/// How a restore ended.
public enum RestoreOutcome: Sendable, Hashable {
    /// What came back.
    case restored([DeliveredPurchase])
    /// It failed.
    case failed(PurchaseFailureReason)
}
