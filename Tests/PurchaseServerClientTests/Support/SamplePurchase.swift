import Foundation
import LocalStoreKit
import SwiftyStoreKit
import TestSupport

/// Purchases as a queue hands them over.
enum SamplePurchase {
    static func restored(_ identifier: String, of original: String? = nil) -> Purchase {
        purchase(identifier, .restored, original)
    }

    /// - Parameter original: What the queue says there, though it means nothing.
    static func purchased(_ identifier: String, original: String? = nil) -> Purchase {
        purchase(identifier, .purchased, original)
    }

    private static func purchase(
        _ identifier: String,
        _ state: SKPaymentTransactionState,
        _ original: String?
    ) -> Purchase {
        Purchase(
            productId: SampleShop.greenhouse,
            quantity: 1,
            transaction: SampleTransaction(transactionState: state, transactionIdentifier: identifier),
            originalTransaction: original.map {
                SampleTransaction(transactionState: .purchased, transactionIdentifier: $0)
            },
            needsFinishTransaction: false
        )
    }
}

private struct SampleTransaction: PaymentTransaction {
    let transactionDate: Date? = nil
    let transactionState: SKPaymentTransactionState
    let transactionIdentifier: String?
    let downloads: [SKDownload] = []
}
