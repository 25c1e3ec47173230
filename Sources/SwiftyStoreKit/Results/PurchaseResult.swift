#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// How a purchase ended.
public enum PurchaseResult: Sendable {
    /// The customer was charged: deliver the content.
    case success(purchase: PurchaseDetails)

    /// The purchase waits for somebody's approval; it comes to `completeTransactions` later.
    case deferred(purchase: PurchaseDetails)

    /// The customer was not charged.
    case error(error: SKError)
}

/// What one transaction came to.
public enum TransactionResult: Sendable {
    /// Bought.
    case purchased(purchase: PurchaseDetails)

    /// Restored.
    case restored(purchase: Purchase)

    /// Waiting for approval.
    case deferred(purchase: PurchaseDetails)

    /// Failed.
    case failed(error: SKError)
}
