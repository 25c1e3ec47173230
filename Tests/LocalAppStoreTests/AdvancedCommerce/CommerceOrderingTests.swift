import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

@Suite("What holds a purchase of Advanced Commerce up")
struct CommerceOrderingTests {
    private func order(_ shop: inout CommerceShop, _ body: JSONObject) throws -> PurchaseOutcome {
        try shop.engine.orderCommerce(body, productID: Shop.posy, account: Shop.flora)
    }

    private func set(_ shop: inout CommerceShop, _ change: (inout StoreSettings) -> Void) throws {
        var settings = shop.engine.settings
        change(&settings)
        try shop.engine.setSettings(settings)
        _ = shop.engine.takeEvents()
    }

    @Test("Nothing, unless somebody said so")
    func through() throws {
        var shop = try CommerceShop()
        let outcome = try order(&shop, shop.creation(CommerceShop.item("roses", price: 5_000)))
        #expect(try outcome.purchase().advancedCommerceInfo?.objects("items").first?["SKU"] == "roses")
        #expect(shop.engine.attempts.isEmpty)
    }

    @Test(
        "Ask to Buy: nothing is sold before the parent approves, and then what was asked for",
        arguments: [true, false]
    )
    func askToBuy(approves: Bool) throws {
        var shop = try CommerceShop()
        try set(&shop) { $0.askToBuyEnabled = true }
        let body = shop.creation(CommerceShop.item("roses", price: 5_000))
        guard case .deferred(let attempt) = try order(&shop, body) else {
            Issue.record("it went through")
            return
        }
        #expect(attempt.status == .waitingForApproval)
        #expect(shop.engine.transactions(account: Shop.flora).isEmpty)
        guard approves else {
            try shop.engine.decline(attempt: attempt.id)
            #expect(shop.engine.attempts.map(\.status) == [.declined])
            #expect(shop.engine.transactions(account: Shop.flora).isEmpty)
            return
        }
        let bought = try shop.engine.approve(attempt: attempt.id)
        #expect(bought.advancedCommerceInfo?.objects("items").first?["SKU"] == "roses")
        #expect(bought.price.thousandths == 5_000)
        #expect(shop.engine.attempts.map(\.status) == [.completed])
        #expect(shop.engine.attempts.first?.transactionID == bought.transactionID)
        // The request was carried out, and counts once.
        shop.expectRefusal(4_000_097) { _ = try $0.orderCommerce(body, productID: Shop.posy, account: Shop.flora) }
    }

    @Test("An interruption is settled, and the purchase goes on")
    func interrupted() throws {
        var shop = try CommerceShop()
        try set(&shop) { $0.interruptedPurchasesEnabled = true }
        let body = shop.creation(CommerceShop.item("roses", price: 5_000))
        guard case .interrupted(let attempt) = try order(&shop, body) else {
            Issue.record("it went through")
            return
        }
        #expect(shop.engine.transactions(account: Shop.flora).isEmpty)
        let bought = try shop.engine.resolveInterruption(attempt: attempt.id)
        #expect(shop.engine.attempts.first?.transactionID == bought.transactionID)
        #expect(try shop.engine.subscription(bought.originalTransactionID).commerce != nil)
    }

    @Test("A failure that was ordered fails it, and sells nothing")
    func failing() throws {
        var shop = try CommerceShop()
        try set(&shop) { $0.purchaseFailure = .unknown }
        let body = shop.creation(CommerceShop.item("roses", price: 5_000))
        guard case .failed(let attempt, .unknown) = try order(&shop, body) else {
            Issue.record("it did not fail")
            return
        }
        #expect(attempt.status == .failed)
        #expect(shop.engine.transactions(account: Shop.flora).isEmpty)
        try set(&shop) { $0.purchaseFailure = nil }
        #expect(throws: Never.self) { try order(&shop, body).purchase() }
    }

    @Test("What breaks a rule is refused before anybody is asked")
    func refused() throws {
        var shop = try CommerceShop()
        try set(&shop) { $0.askToBuyEnabled = true }
        var body = shop.creation(CommerceShop.item("roses", price: 5_000))
        body["currency"] = nil
        shop.expectRefusal(4_000_098) { _ = try $0.orderCommerce(body, productID: Shop.posy, account: Shop.flora) }
        #expect(shop.engine.attempts.isEmpty)
    }

    @Test("A rule that is broken by the time of the approval refuses it, and the purchase goes on waiting")
    func tooLate() throws {
        var shop = try CommerceShop()
        try set(&shop) { $0.askToBuyEnabled = true }
        let body = shop.creation(CommerceShop.item("roses", price: 5_000))
        guard case .deferred(let attempt) = try order(&shop, body) else {
            Issue.record("it went through")
            return
        }
        try shop.purchase(body)
        shop.expectRefusal(4_000_097) { _ = try $0.approve(attempt: attempt.id) }
        #expect(shop.engine.attempts.map(\.status) == [.waitingForApproval])
    }

    @Test("An attempt that waits is the same after the store was opened again")
    func kept() throws {
        var request = PurchaseRequest(productID: Shop.posy, accountID: Shop.flora)
        request.advancedCommerce = #"{"operation":"CREATE_SUBSCRIPTION"}"#
        let data = try JSONEncoder().encode(request)
        #expect(try JSONDecoder().decode(PurchaseRequest.self, from: data) == request)
        // One from before there was any such thing.
        let old = #"{"productID":"p","accountID":"a","quantity":1,"simulatesAskToBuy":false}"#
        #expect(try JSONDecoder().decode(PurchaseRequest.self, from: Data(old.utf8)).advancedCommerce == nil)
    }
}
