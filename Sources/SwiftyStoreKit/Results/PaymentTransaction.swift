public import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// What the results tell about a transaction of the payment queue.
public protocol PaymentTransaction {
    /// When the purchase was made; only in states `.purchased` and `.restored`.
    var transactionDate: Date? { get }

    /// Where the transaction stands.
    var transactionState: SKPaymentTransactionState { get }

    /// The identifier of the purchase; only in states `.purchased` and `.restored`.
    var transactionIdentifier: String? { get }

    #if !os(visionOS)
        /// The hosted content to download.
        var downloads: [SKDownload] { get }
    #endif
}

extension SKPaymentTransaction: PaymentTransaction {}
