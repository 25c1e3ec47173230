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

    private var client: StoreClient? { reference.withLock { $0.client } }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        guard let client else { return }
        client.state.withLock { $0.openTransactions.updated(transactions) }
        for transaction in transactions {
            client.transactionFeed.send(Purchase(transaction, needsFinish: false))
            client.log.note(transaction)
        }
        // Asked before the router is locked: the queue has locks of its own.
        let needsQueue = client.state.withLock { $0.router.needsQueue }
        let queued = needsQueue ? Set(queue.transactions.map { ObjectIdentifier($0) }) : []
        client.perform(client.state.withLock { $0.router.updated(transactions, queued: queued) })
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        guard let client else { return }
        client.state.withLock { $0.openTransactions.removed(transactions) }
        for transaction in transactions {
            client.log.note(
                .finished,
                productID: transaction.payment.productIdentifier,
                transactionID: transaction.transactionIdentifier
            )
        }
        client.perform(client.state.withLock { $0.router.removed(transactions) })
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        guard let client else { return }
        client.log.note(.restoreEnded, error: error)
        client.perform(client.state.withLock { $0.router.restoreEnded(error) })
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        guard let client else { return }
        client.log.note(.restoreEnded)
        client.perform(client.state.withLock { $0.router.restoreEnded(nil) })
    }

    #if !os(visionOS)
        func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {
            guard let client, let handler = client.state.withLock({ $0.handlers.updatedDownloads }) else { return }
            client.callbacks.enqueue { handler(downloads) }
        }
    #endif

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        guard let client else { return }
        for product in productIdentifiers { client.log.note(.revoked, productID: product) }
        let change = EntitlementChange(added: [], removed: Set(productIdentifiers), cause: .revocation)
        client.entitlementFeed.send(change)
        client.revocationFeed.send(change)
        guard let handler = client.state.withLock({ $0.handlers.entitlementRevocation }) else { return }
        client.callbacks.enqueue { handler(productIdentifiers) }
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        guard let client else { return }
        client.log.note(.storefrontChanged)
        client.storefrontFeed.send(client.storefront)
    }

    #if !os(watchOS)
        func paymentQueue(
            _ queue: SKPaymentQueue,
            shouldAddStorePayment payment: SKPayment,
            for product: SKProduct
        ) -> Bool {
            guard let client else { return false }
            let handler: ShouldAddStorePaymentHandler? = client.state.withLock { state in
                if state.handlers.shouldAddStorePayment == nil {
                    state.handlers.heldStorePayments.append(StorePayment(payment: payment, product: product))
                }
                return state.handlers.shouldAddStorePayment
            }
            return handler?(payment, product) ?? false
        }
    #endif
}

extension PurchaseLog {
    /// Notes what has become of a transaction.
    fileprivate func note(_ transaction: SKPaymentTransaction) {
        let kind: PurchaseEvent.Kind? =
            switch transaction.transactionState {
            case .purchasing: .purchaseStarted
            case .purchased: .purchased
            case .restored: .restored
            case .deferred: .deferred
            case .failed: .failed
            @unknown default: nil
            }
        guard let kind else { return }
        note(
            kind,
            productID: transaction.payment.productIdentifier,
            transactionID: transaction.transactionIdentifier,
            error: transaction.error
        )
    }
}
