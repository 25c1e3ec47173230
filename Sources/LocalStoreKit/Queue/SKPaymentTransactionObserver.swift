public import Foundation

/// Hears what happens to transactions; not retained by the queue.
public protocol SKPaymentTransactionObserver: NSObjectProtocol {
    /// Transactions are new or have moved on.
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction])

    /// Transactions were finished and have left the queue.
    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction])

    /// Restoring failed; what had been restored before was delivered.
    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error)

    /// Everything that could be restored was delivered.
    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue)

    /// Downloads have moved on.
    func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload])

    /// The customer began a purchase in the App Store; true lets the queue go on with it. False without an answer.
    func paymentQueue(_ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct) -> Bool

    /// The account's storefront is another one.
    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue)

    /// The customer does not own these products any more; the receipt says so already.
    func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    )
}

extension SKPaymentTransactionObserver {
    /// Does nothing.
    public func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {}

    /// Does nothing.
    public func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {}

    /// Does nothing.
    public func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {}

    /// Does nothing.
    public func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {}

    /// Does not add the payment.
    public func paymentQueue(
        _ queue: SKPaymentQueue,
        shouldAddStorePayment payment: SKPayment,
        for product: SKProduct
    ) -> Bool {
        false
    }

    /// Does nothing.
    public func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {}

    /// Does nothing.
    public func paymentQueue(
        _ queue: SKPaymentQueue,
        didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {}
}
