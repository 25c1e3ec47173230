import Foundation
import IAPHelper
import LocalStoreKit
import TestSupport
import Testing

/// No local store sends these; Apple's may.
@Suite("Transactions as only another store sends them", .timeLimit(.minutes(15)))
struct UnusualTransactionTests {
    private let greenhouse = SampleShop.greenhouse
    private let seeds = SampleShop.seeds

    @Test("Bug 1.2, a failure without an error is told as cancelled by the customer: it is told as a failure")
    func failureWithoutError() throws {
        let shop = try HelperShop()
        let told = shop.hear { hear in
            shop.helper.receiveNotifications(completion: hear)
            show([ForeignTransaction(greenhouse, .failed), ForeignTransaction(seeds, .failed)], in: shop)
        }
        #expect(told == [.purchaseFailure(productId: greenhouse), .purchaseFailure(productId: seeds)])
        #expect(shop.helper.purchasedProductIdentifiers.isEmpty)
        let noted = shop.log.filter { $0.notification == .purchaseFailure(productId: greenhouse) }
        #expect(noted.map { $0.error == nil } == [true])
    }

    @Test("A purchase that fails without an error has ended, and so may the next one begin")
    func purchaseWithoutError() throws {
        let shop = try HelperShop()
        shop.retrieve()
        let product = try #require(shop.helper.getStoreProductFrom(id: greenhouse))
        // What the local store makes of the payment comes after the answer, and nobody waits for it any more.
        shop.device.settings.paymentSheet = { _ in .cancel }
        let told = shop.hear { hear in
            shop.helper.buyProduct(product, completion: hear)
            #expect(shop.helper.isPurchasing)
            show([ForeignTransaction(greenhouse, .failed)], in: shop)
        }
        #expect(told == [.purchaseInProgress(productId: greenhouse), .purchaseFailure(productId: greenhouse)])
        #expect(!shop.helper.isPurchasing)
        shop.device.settings.paymentSheet = { _ in .confirm }
        #expect(try shop.buy(greenhouse).last == .purchaseSuccess(productId: greenhouse))
    }

    @Test("Bug 1.2, a batch breaks off: what comes with a transaction in an unknown state is told, before it and after")
    func unknownState() throws {
        let unknown = try #require(SKPaymentTransactionState(rawValue: 99))
        let shop = try HelperShop()
        let batch = [
            ForeignTransaction(seeds, .purchased, identifier: "1"),
            ForeignTransaction(SampleShop.bouquet, unknown, identifier: "2"),
            ForeignTransaction(greenhouse, .restored, identifier: "3"),
            ForeignTransaction(SampleShop.posy, .failed),
        ]
        let told = shop.hear { hear in
            shop.helper.receiveNotifications(completion: hear)
            show(batch, in: shop)
        }
        #expect(
            told == [
                .purchaseSuccess(productId: seeds), .purchaseRestoreSuccess(productId: greenhouse),
                .purchaseFailure(productId: SampleShop.posy),
            ]
        )
        #expect(shop.helper.purchasedProductIdentifiers == [seeds, greenhouse])
    }

    /// Has the device's queue show transactions that it does not have.
    private func show(_ transactions: [SKPaymentTransaction], in shop: HelperShop) {
        let queue = shop.device.queue
        for observer in queue.transactionObservers {
            observer.paymentQueue(queue, updatedTransactions: transactions)
        }
    }
}

/// A transaction that no local store has made.
// Sendable is safe: nothing of it changes, and nobody has its payment to write into.
private final class ForeignTransaction: SKPaymentTransaction, @unchecked Sendable {
    private let asked: SKPayment
    private let identifier: String?
    private let current: SKPaymentTransactionState

    init(_ product: String, _ state: SKPaymentTransactionState, identifier: String? = nil) {
        let payment = SKMutablePayment()
        payment.productIdentifier = product
        asked = payment
        current = state
        self.identifier = identifier
        super.init()
    }

    override var payment: SKPayment { asked }
    override var transactionIdentifier: String? { identifier }
    override var transactionState: SKPaymentTransactionState { current }
}
