import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Client code for what changes around a purchase: the storefront, and the price of a subscription.
final class StorefrontDelegate: NSObject, SKPaymentQueueDelegate, SKPaymentTransactionObserver {
    var sellsIn: Set<String> = ["USA"]
    var isBusy = false
    private(set) var storefronts: [String] = []

    func start() {
        // The delegate comes first: it may be asked as soon as there is an observer.
        SKPaymentQueue.default().delegate = self
        SKPaymentQueue.default().add(self)
        note(SKPaymentQueue.default().storefront)
    }

    private func note(_ storefront: SKStorefront?) {
        guard let storefront else { return }
        storefronts.append("\(storefront.countryCode) \(storefront.identifier)")
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {}

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) { note(queue.storefront) }

    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        sellsIn.contains(newStorefront.countryCode)
    }

    #if os(iOS) || os(visionOS) || os(Linux)
        func paymentQueueShouldShowPriceConsent(_ paymentQueue: SKPaymentQueue) -> Bool { !isBusy }

        func isFree() {
            isBusy = false
            SKPaymentQueue.default().showPriceConsentIfNeeded()
        }
    #endif
}
