import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
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

    var client: StoreClient? { reference.withLock { $0.client } }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        guard let client else { return }
        // What was delivered on StoreKit 2 meanwhile has to leave this queue, and that is all.
        let settled = transactions.filter(client.restoredLedger.isSettled)
        for transaction in settled { client.backend.finish(transaction) }
        let news = settled.isEmpty ? transactions : transactions.filter { !settled.contains($0) }
        guard !news.isEmpty else { return }
        client.updated(news) { Set(queue.transactions.map { ObjectIdentifier($0) }) }
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        client?.removed(transactions)
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        client?.restoreEnded(error)
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        client?.restoreEnded(nil)
    }

    #if !os(visionOS)
        func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {
            guard let client, let handler = client.state.withLock({ $0.handlers.updatedDownloads }) else { return }
            let handed = HandedOver(downloads)
            client.callbacks.enqueue { handler(handed.value) }
        }
    #endif

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        client?.revoked(productIdentifiers)
        client?.takeBack(productIdentifiers)
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        client?.storefrontChanged()
    }

    #if !os(watchOS)
        func paymentQueue(
            _ queue: SKPaymentQueue,
            shouldAddStorePayment payment: SKPayment,
            for product: SKProduct
        ) -> Bool {
            client?.isWanted(StorePayment(payment: payment, product: product)) ?? false
        }
    #endif
}
