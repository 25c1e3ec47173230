#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension IAPHelper: SKPaymentTransactionObserver {
    /// Does nothing: the client observes the queue and tells the helper, once, what has moved on. So an app that adds the helper
    /// to the queue itself, as the tutorial's did, hears nothing twice.
    public func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}
}
