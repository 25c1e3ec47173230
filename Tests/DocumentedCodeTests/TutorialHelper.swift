import Foundation
import IAPHelper
import LocalStoreKit
import Locking

/// The helper as the tutorial has its reader write it: the blocks that declare what the module declares.
///
/// What they leave out says so; nothing of them is changed.
enum HelloIAPWorld {
    /// Constants used in support of IAP operations.
    public struct IAPConstants {

        /// The appropriate certificate to use for DEBUG and RELEASE builds.
        /// - Returns: Returns the appropriate certificate to use for
        /// DEBUG and RELEASE builds.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        public static func Certificate() -> String {
            #if DEBUG
                // This is issued by StoreKit for local testing
                return "StoreKitTestCertificate"
            #else
                // For release with the real App Store
                return "AppleIncRootCertificate"
            #endif
        }
    }

    public class IAPHelper: NSObject {

        /// Singleton access. Use IAPHelper.shared to access all IAPHelper
        /// properties and methods.
        public static let shared: IAPHelper = IAPHelper()

        /// Private initializer prevents more than a single instance of this class
        /// being created. See the public static 'shared' property. This helper
        /// must be initialized as soon as possible in the app's lifecycle.
        /// See application(_:didFinishLaunchingWithOptions:).
        private override init() {
            super.init()

            // Add ourselves to the payment queue so we get App Store
            // notifications
            SKPaymentQueue.default().add(self)
        }

        // Left out there.
        private var receipt = IAPReceipt()
        var isPurchasing = false
        var purchaseCompletion: ((IAPNotification) -> Void)?
        let noted = Locked([String]())

        private func purchaseInProgress(transaction: SKPaymentTransaction) { note("in progress") }
        private func purchaseFailed(transaction: SKPaymentTransaction) { note("failed") }
        private func purchaseCompleted(transaction: SKPaymentTransaction, restore: Bool = false) {
            note(restore ? "restored" : "completed")
            SKPaymentQueue.default().finishTransaction(transaction)
        }
        private func note(_ line: String) { noted.withLock { $0.append(line) } }

        public func processReceipt() {

            receipt = IAPReceipt()

            guard receipt.isReachable,
                receipt.load(),
                receipt.validateSigning(),
                receipt.read(),
                receipt.validate()
            else {

                IAPLog.event(.receiptProcessingFailure)
                return
            }

            note("processed")  // Left out there.
        }

        public func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
            for transaction in transactions {
                // swift-format-ignore: NoParensAroundConditions
                switch (transaction.transactionState) {
                case .purchasing: purchaseInProgress(transaction: transaction)
                case .purchased: purchaseCompleted(transaction: transaction)
                case .failed: purchaseFailed(transaction: transaction)
                case .restored: purchaseCompleted(transaction: transaction, restore: true)
                case .deferred: purchaseDeferred(transaction: transaction)
                default: return
                }
            }
        }

        private func purchaseDeferred(transaction: SKPaymentTransaction) {
            isPurchasing = false
            IAPLog.event(.purchaseDeferred(productId: transaction.payment.productIdentifier))
            DispatchQueue.main.async {
                self.purchaseCompletion?(.purchaseDeferred(productId: transaction.payment.productIdentifier))
            }

            // Do NOT call SKPaymentQueue.default().finishTransaction() for .deferred status
        }
    }
}

// Left out there.
extension HelloIAPWorld.IAPHelper: SKPaymentTransactionObserver {}
