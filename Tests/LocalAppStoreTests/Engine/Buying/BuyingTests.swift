import AppStoreModels
import Foundation
import LocalAppStore
import Testing

@Suite("Buying")
struct BuyingTests {
    @Test(
        "Every kind of product can be bought",
        arguments: [
            (Shop.seeds, ProductType.consumable, "0.99", "ONE_TIME_CHARGE"),
            (Shop.greenhouse, .nonConsumable, "9.99", "ONE_TIME_CHARGE"),
            (Shop.season, .nonRenewingSubscription, "14.99", "ONE_TIME_CHARGE"),
            (Shop.bouquet, .autoRenewableSubscription, "12.99", "SUBSCRIBED/INITIAL_BUY"),
        ]
    )
    func everyKind(_ productID: String, _ type: ProductType, _ price: String, _ notification: String) throws {
        var engine = try Shop.engine()
        let transaction = try engine.buy(productID)
        #expect(transaction.productType == type)
        #expect(transaction.price == StorePrice(amount: try #require(Decimal(string: price)), currency: "USD"))
        #expect(transaction.originalTransactionID == transaction.transactionID)
        #expect(transaction.purchaseDate == engine.now)
        #expect(transaction.reason == .purchase)
        #expect(!transaction.isFinished)
        #expect(engine.transactions(account: Shop.flora) == [transaction])
        #expect(engine.takeNotifications() == [notification])
    }

    @Test("Identifiers are sixteen digits like the sandbox's, and never the same twice")
    func identifiers() throws {
        var engine = try Shop.engine()
        let ids = try (0..<20).map { _ in try engine.buy(Shop.seeds).transactionID }
        #expect(Set(ids).count == 20)
        #expect(ids.allSatisfy { $0.count == 16 && $0.hasPrefix("2000000") && $0.allSatisfy(\.isNumber) })
        #expect(try Shop.engine(seed: 8).accounts != Shop.engine(seed: 7).accounts)
    }

    @Test(
        "A quantity is 1 to 10, and 1 for what nobody can own twice",
        arguments: [
            (Shop.seeds, 0), (Shop.seeds, -1), (Shop.seeds, 11), (Shop.seeds, .max), (Shop.greenhouse, 2),
            (Shop.bouquet, 2),
        ]
    )
    func quantities(_ productID: String, _ quantity: Int) throws {
        var engine = try Shop.engine()
        let before = engine
        #expect(throws: StoreError(.invalidQuantity, "")) { try engine.buy(productID, quantity: quantity) }
        #expect(engine == before)
    }

    @Test("The price of a transaction is that of the whole quantity")
    func totalPrice() throws {
        var engine = try Shop.engine()
        #expect(try engine.buy(Shop.seeds, quantity: 10).price.amount == Decimal(string: "9.9"))
        #expect(try engine.buy(Shop.season, quantity: 2).price.amount == Decimal(string: "29.98"))
    }

    @Test("What is owned for ever is bought again for nothing and joins the first purchase")
    func ownedAgain() throws {
        var engine = try Shop.engine()
        let first = try engine.buy(Shop.greenhouse)
        try engine.advance(to: "2026-02-01T00:00:00Z")
        let again = try engine.buy(Shop.greenhouse)
        #expect(again.transactionID != first.transactionID)
        #expect(again.originalTransactionID == first.transactionID)
        #expect(again.originalPurchaseDate == first.purchaseDate)
        #expect(again.price.amount == 0)
        #expect(engine.takeNotifications() == ["ONE_TIME_CHARGE"])
    }

    @Test("Consumables and non-renewing subscriptions are charged each time")
    func chargedAgain() throws {
        var engine = try Shop.engine()
        for product in [Shop.seeds, Shop.season] {
            let first = try engine.buy(product)
            let second = try engine.buy(product)
            #expect(second.originalTransactionID == second.transactionID)
            #expect(second.price == first.price)
        }
    }

    @Test("A user name that is a UUID is the account token, any other is kept for the queue only")
    func accountTokens() throws {
        let uuid = UUID()
        var request = PurchaseRequest(
            productID: Shop.seeds,
            accountID: Shop.flora,
            applicationUsername: uuid.uuidString
        )
        var engine = try Shop.engine()
        #expect(try engine.purchase(request).transaction?.appAccountToken == uuid)
        request = PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora, applicationUsername: "rose")
        let transaction = try #require(try engine.purchase(request).transaction)
        #expect(transaction.appAccountToken == nil)
        #expect(transaction.applicationUsername == "rose")
    }

    @Test("Unknown products and customers, and customers who may not pay, are refused; nothing changes")
    func refusals() throws {
        var engine = try Shop.engine()
        try engine.setRules(AccountRules(canMakePayments: false), account: Shop.flora)
        try engine.createAccount(id: "fern")
        let before = engine
        let cases: [(PurchaseRequest, StoreError.Code)] = [
            (PurchaseRequest(productID: Shop.seeds, accountID: "nobody"), .unknownAccount),
            (PurchaseRequest(productID: "nothing", accountID: "fern"), .unknownProduct),
            (PurchaseRequest(productID: "", accountID: "fern"), .unknownProduct),
            (PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora), .paymentNotAllowed),
        ]
        for (request, code) in cases {
            let error = #expect(throws: StoreError.self) { _ = try engine.purchase(request) }
            #expect(error?.code == code)
        }
        #expect(engine == before)
    }

    @Test("A purchase begun in the App Store waits for the app and buys nothing")
    func promoted() throws {
        var engine = try Shop.engine()
        try engine.promotePurchase(productID: Shop.seeds, account: Shop.flora)
        let events = engine.takeEvents()
        #expect(events.map(\.name) == [.purchasePromoted])
        #expect(events.first?.promotedProductID == Shop.seeds)
        #expect(events.first?.accountID == Shop.flora)
        #expect(engine.transactions(account: Shop.flora).isEmpty)
    }
}
