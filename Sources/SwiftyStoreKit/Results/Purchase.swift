public import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// A purchase that came without a product: restored, or from before the app was started.
// Sendable is safe: the transactions of purchases that the library makes are `SKPaymentTransaction`s, which may be used from
// any thread. A purchase that an app makes of a transaction of its own, as tests do, goes nowhere but where the app takes it.
public struct Purchase: @unchecked Sendable {
    /// The product.
    public let productId: String

    /// How many of it.
    public let quantity: Int

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
        transaction: any PaymentTransaction,
        originalTransaction: (any PaymentTransaction)?,
        needsFinishTransaction: Bool
    ) {
        self.productId = productId
        self.quantity = quantity
        self.transaction = transaction
        self.originalTransaction = originalTransaction
        self.needsFinishTransaction = needsFinishTransaction
    }
}

extension Purchase: Purchased {
    /// When it was first bought; `Date.distantPast` if the store did not say.
    public var originalPurchaseDate: Date {
        originalTransaction?.transactionDate ?? transaction.transactionDate ?? .distantPast
    }

    /// The account in the app's own system that the payment named; of purchases from before, only a UUID comes back.
    public var applicationUsername: String? {
        (transaction as? SKPaymentTransaction)?.payment.applicationUsername
    }
}

extension Purchase {
    init(_ transaction: SKPaymentTransaction, needsFinish: Bool) {
        self.init(
            productId: transaction.boughtProductID,
            quantity: transaction.payment.quantity,
            transaction: transaction,
            originalTransaction: transaction.original,
            needsFinishTransaction: needsFinish
        )
    }
}
