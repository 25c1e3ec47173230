// The names of version 0.5, so that its programs compile; each says what has taken its place.

public import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// The purchase of version 0.5.
@available(*, deprecated, renamed: "Purchase")
public typealias CompletedTransaction = Purchase

extension Purchase {
    /// Where the transaction stands.
    @available(*, deprecated, renamed: "transaction.transactionState")
    public var transactionState: SKPaymentTransactionState { transaction.transactionState }
}

extension SKPaymentTransactionState {
    /// The customer has been charged.
    @available(*, deprecated, renamed: "purchased")
    public static var Purchased: SKPaymentTransactionState { .purchased }

    /// Restored from the customer's history.
    @available(*, deprecated, renamed: "restored")
    public static var Restored: SKPaymentTransactionState { .restored }
}

extension RestoreResults {
    /// The products that were restored.
    @available(*, deprecated, message: "Use restoredPurchases, and productId of each")
    public var restoredProductIds: [String] { restoredPurchases.map(\.productId) }

    /// Why the restore failed.
    @available(*, deprecated, renamed: "restoreFailedPurchases")
    public var restoreFailedProducts: [(any Swift.Error, String?)] {
        restoreFailedPurchases.map { ($0.0, $0.1) }
    }
}

/// How a refresh of the receipt ended, in version 0.5.
@available(*, deprecated, message: "Use fetchReceipt(forceRefresh:completion:), which gives the receipt")
public enum RefreshReceiptResult: Sendable {
    /// There is a receipt now.
    case success
    /// The refresh failed.
    case error(error: any Swift.Error)
}

/// Whether a subscription is active, in version 0.5.
@available(*, deprecated, message: "Use verifySubscription(ofType:productId:inReceipt:validUntil:)")
public enum DatedSubscriptionResult: Sendable {
    /// It is, until `expiryDate`.
    case purchased(expiryDate: Date)
    /// It was, until `expiryDate`.
    case expired(expiryDate: Date)
    /// It was never bought, or everything was refunded.
    case notPurchased
}
