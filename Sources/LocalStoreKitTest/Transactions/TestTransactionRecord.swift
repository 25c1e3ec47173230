import AppStoreModels
import Foundation
import LocalAppStore
import LocalStoreKit

/// What a test transaction knows.
struct TestTransactionRecord: Sendable {
    var identifier: Int
    var originalIdentifier: Int
    var productIdentifier: String
    var purchaseDate: Date
    var state: SKPaymentTransactionState
    var expirationDate: Date?
    var cancelDate: Date?
    var autoRenewingEnabled = false
    var hasPurchaseIssue = false
    var pendingAskToBuyConfirmation = false
    var isPendingPriceIncreaseConsent = false
}

extension SKTestTransaction {
    /// A purchase that did not go through.
    convenience init(_ attempt: PurchaseAttempt) {
        // The store's identifiers are decimal digits that fit.
        let identifier = Int(attempt.id) ?? 0
        self.init(
            TestTransactionRecord(
                identifier: identifier,
                originalIdentifier: identifier,
                productIdentifier: attempt.request.productID,
                purchaseDate: attempt.date,
                state: attempt.status == .waitingForApproval ? .deferred : .failed,
                hasPurchaseIssue: attempt.status == .interrupted,
                pendingAskToBuyConfirmation: attempt.status == .waitingForApproval
            )
        )
    }

    /// A purchase, a renewal or a restored copy.
    ///
    /// - Parameter subscription: The subscription it belongs to. Its issues are those of its latest transaction.
    convenience init(_ transaction: StoreTransaction, _ subscription: StoreSubscription?) {
        let isLatest = subscription?.latestTransactionID == transaction.transactionID
        self.init(
            TestTransactionRecord(
                identifier: Int(transaction.transactionID) ?? 0,
                originalIdentifier: Int(transaction.originalTransactionID) ?? 0,
                productIdentifier: transaction.productID,
                purchaseDate: transaction.purchaseDate,
                state: transaction.isRestored ? .restored : .purchased,
                expirationDate: transaction.expiresDate,
                cancelDate: transaction.revocationDate,
                autoRenewingEnabled: subscription?.autoRenews ?? false,
                hasPurchaseIssue: isLatest && subscription?.isInBillingRetryPeriod == true,
                isPendingPriceIncreaseConsent: isLatest && subscription?.priceIncrease?.isAccepted == false
            )
        )
    }
}
