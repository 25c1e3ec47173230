import Foundation
import Locking

#if canImport(StoreKit)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Hands what the payment queue says to the client.
// Sendable is safe: the reference to the client is weak, set once, and behind a lock.
final class TransactionObserver: NSObject, SKPaymentTransactionObserver, @unchecked Sendable {
    private let reference = Locked(WeakClient())

    private struct WeakClient: Sendable {
        weak var client: StoreClient?
    }

    func attach(to client: StoreClient) {
        reference.withLock { $0.client = client }
    }

    private var client: StoreClient? { reference.withLock { $0.client } }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        guard let client else { return }
        client.perform(client.router.withLock { $0.updated(transactions) })
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        client?.router.withLock { $0.removed(transactions) }
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        guard let client else { return }
        client.perform(client.router.withLock { $0.restoreEnded(error) })
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        guard let client else { return }
        client.perform(client.router.withLock { $0.restoreEnded(nil) })
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {
        client?.handlers.withLock { $0.updatedDownloads }?(downloads)
    }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        guard let client, let handler = client.handlers.withLock({ $0.entitlementRevocation }) else { return }
        client.callbacks.enqueue { handler(productIdentifiers) }
    }

    #if !os(watchOS)
        func paymentQueue(
            _ queue: SKPaymentQueue,
            shouldAddStorePayment payment: SKPayment,
            for product: SKProduct
        ) -> Bool {
            client?.handlers.withLock { $0.shouldAddStorePayment }?.body(payment, product) ?? false
        }
    #endif
}
