public import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// A purchase that a call of `purchaseProduct` made.
// Sendable is safe: the transactions and products that the library puts in are StoreKit's, which may be used from any
// thread. Details that an app makes of a transaction of its own, as tests do, go nowhere but where the app takes them.
public struct PurchaseDetails: @unchecked Sendable {
    /// The product's identifier: of the product that the customer has by this transaction.
    ///
    /// On StoreKit 2 it differs from that of ``product`` where the plan that was asked for begins with the next period, see
    /// ``waitsForRenewal``.
    public let productId: String

    /// How many of it.
    public let quantity: Int

    /// The product.
    public let product: SKProduct

    /// The transaction of the payment queue.
    public let transaction: any PaymentTransaction

    /// The purchase that this one restores.
    public let originalTransaction: (any PaymentTransaction)?

    /// Whether to call `finishTransaction` once the content is delivered.
    public let needsFinishTransaction: Bool

    /// A purchase of these values.
    public init(
        productId: String,
        quantity: Int,
        product: SKProduct,
        transaction: any PaymentTransaction,
        originalTransaction: (any PaymentTransaction)?,
        needsFinishTransaction: Bool
    ) {
        self.productId = productId
        self.quantity = quantity
        self.product = product
        self.transaction = transaction
        self.originalTransaction = originalTransaction
        self.needsFinishTransaction = needsFinishTransaction
    }
}

extension PurchaseDetails {
    /// Whether what was asked for is a plan that begins with the next period. The customer keeps ``productId`` until then, and
    /// nothing new is delivered now. Only StoreKit 2 says so.
    public var waitsForRenewal: Bool { productId != product.productIdentifier }
}

extension PurchaseDetails: Purchased {
    /// When it was first bought; `Date.distantPast` if the store did not say.
    public var originalPurchaseDate: Date {
        originalTransaction?.transactionDate ?? transaction.transactionDate ?? .distantPast
    }

    /// The account in the app's own system that the payment named; of purchases from before, only a UUID comes back.
    public var applicationUsername: String? {
        (transaction as? SKPaymentTransaction)?.payment.applicationUsername
    }
}
