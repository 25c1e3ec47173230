import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Requests that nobody answers on StoreKit 2", .timeLimit(.minutes(5))) struct TransactionBookTests {
    @Test func `A refused request for three does not become of the next purchase for one`() async throws {
        let app = try EitherApp()
        let launch = try app.launch(.storeKit2)
        let delivered = Locked([Int]())
        launch.client.deliver { purchase in delivered.withLock { $0.append(purchase.quantity) } }
        let waiting = await launch.client.purchaseProduct(
            SampleShop.seeds,
            quantity: 3,
            simulatesAskToBuyInSandbox: true
        )
        guard case .deferred = waiting else {
            Issue.record("not deferred")
            return
        }
        // StoreKit 2 says nothing of a refusal.
        try app.store.decline(attempt: try #require(app.store.attempts.last).id)
        try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        await eventually { app.unfinished == [] }
        #expect(delivered.withLock { $0 } == [1])
    }

    @Test func `Of requests that nobody answers a limited number is remembered`() {
        let payment = SKMutablePayment()
        payment.productIdentifier = SampleShop.seeds
        let order = PaymentOrder(payment)
        var book = TransactionBook()
        for _ in 0..<150 {
            let transaction = book.begin(order)
            _ = book.postponed(transaction, order)
        }
        #expect(book.identifiers.count == 100)
    }
}
