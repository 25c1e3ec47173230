import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

#if !os(watchOS) && !os(visionOS)
    /// Client code for purchases that begin in the App Store, and for what it promotes.
    final class PromotedPurchases: NSObject, SKPaymentTransactionObserver {
        var isReady = false
        private(set) var kept: [SKPayment] = []
        private(set) var bought: [String] = []

        func start() { SKPaymentQueue.default().add(self) }

        func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
            for transaction in transactions where transaction.transactionState == .purchased {
                bought.append(transaction.payment.productIdentifier)
                queue.finishTransaction(transaction)
            }
        }

        func paymentQueue(
            _ queue: SKPaymentQueue,
            shouldAddStorePayment payment: SKPayment,
            for product: SKProduct
        ) -> Bool {
            if !isReady { kept.append(payment) }
            return isReady
        }

        func goOn() {
            for payment in kept { SKPaymentQueue.default().add(payment) }
            kept = []
        }

        func hide(_ product: SKProduct) async throws {
            try await SKProductStorePromotionController.default().update(promotionVisibility: .hide, for: product)
        }

        func isHidden(_ product: SKProduct) async throws -> Bool {
            try await SKProductStorePromotionController.default().promotionVisibility(for: product) == .hide
        }
    }
#endif
