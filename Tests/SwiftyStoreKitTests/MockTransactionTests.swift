import Foundation
import LocalStoreKit
import SwiftyStoreKit
import Testing

/// A mock as apps have them: a class whose values a test sets. It cannot be `Sendable`, and need not be: if
/// `PaymentTransaction` demanded it, this file would not compile.
private final class MockTransaction: PaymentTransaction {
    var transactionDate: Date?
    var transactionState = SKPaymentTransactionState.purchasing
    var transactionIdentifier: String?
    var downloads: [SKDownload] = []
}

@Suite("Transactions that an app's tests make")
struct MockTransactionTests {
    @Test("A purchase shows what the mock says, also when the mock changes its mind")
    func purchase() {
        let transaction = MockTransaction()
        let first = MockTransaction()
        first.transactionDate = Date(timeIntervalSince1970: 100)
        let purchase = Purchase(
            productId: "rose",
            quantity: 2,
            transaction: transaction,
            originalTransaction: first,
            needsFinishTransaction: true
        )
        #expect(purchase.originalPurchaseDate == Date(timeIntervalSince1970: 100))
        #expect(purchase.transaction.transactionState == .purchasing)
        transaction.transactionState = .purchased
        transaction.transactionIdentifier = "7"
        #expect(purchase.transaction.transactionState == .purchased)
        #expect(purchase.transaction.transactionIdentifier == "7")
    }

    @Test("Details of a purchase take it as well")
    func details() {
        let transaction = MockTransaction()
        transaction.transactionState = .purchased
        let details = PurchaseDetails(
            productId: "rose",
            quantity: 1,
            product: SKProduct(),
            transaction: transaction,
            originalTransaction: nil,
            needsFinishTransaction: false
        )
        #expect(details.transaction as? MockTransaction === transaction)
    }
}
