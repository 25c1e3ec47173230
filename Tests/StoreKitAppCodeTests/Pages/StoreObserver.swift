import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Client code for buying and restoring, as apps have it: one observer for as long as the app lives.
final class StoreObserver: NSObject, SKPaymentTransactionObserver {
    private(set) var unlocked: [String] = []
    private(set) var messages: [String] = []
    private(set) var revoked: [String] = []

    var isAuthorizedForPayments: Bool { SKPaymentQueue.canMakePayments() }

    func start() { SKPaymentQueue.default().add(self) }

    func stop() { SKPaymentQueue.default().remove(self) }

    func buy(_ product: SKProduct, quantity: Int = 1, for user: String? = nil) {
        let payment = SKMutablePayment(product: product)
        payment.quantity = quantity
        payment.applicationUsername = user
        SKPaymentQueue.default().add(payment)
    }

    func restore() { SKPaymentQueue.default().restoreCompletedTransactions() }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            switch transaction.transactionState {
            case .purchasing: messages.append("purchasing")
            case .deferred: messages.append("waiting for approval")
            case .purchased: unlock(transaction.payment.productIdentifier, transaction, in: queue)
            case .restored:
                guard let original = transaction.original else { break }
                unlock(original.payment.productIdentifier, transaction, in: queue)
            case .failed: fail(transaction, in: queue)
            @unknown default: messages.append("state \(transaction.transactionState.rawValue)")
            }
        }
    }

    private func unlock(_ product: String, _ transaction: SKPaymentTransaction, in queue: SKPaymentQueue) {
        unlocked.append(product)
        queue.finishTransaction(transaction)
    }

    private func fail(_ transaction: SKPaymentTransaction, in queue: SKPaymentQueue) {
        if let error = transaction.error as? SKError {
            messages.append(message(for: error))
        } else if let error = transaction.error {
            messages.append(error.localizedDescription)
        }
        queue.finishTransaction(transaction)
    }

    private func message(for error: SKError) -> String {
        switch error.code {
        case .paymentCancelled: "cancelled"
        case .paymentNotAllowed: "not allowed"
        case .paymentInvalid: "invalid"
        case .storeProductNotAvailable: "not sold here"
        case .invalidOfferIdentifier, .invalidSignature, .missingOfferParams, .invalidOfferPrice, .ineligibleForOffer:
            "no such offer: \(error.errorCode)"
        default: "failed: \((error as NSError).domain) \((error as NSError).code)"
        }
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions { messages.append("done with \(transaction.payment.productIdentifier)") }
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        if let error = error as? SKError, error.code != .paymentCancelled { messages.append("restore failed") }
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) { messages.append("all restored") }

    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        revoked += productIdentifiers
    }
}
