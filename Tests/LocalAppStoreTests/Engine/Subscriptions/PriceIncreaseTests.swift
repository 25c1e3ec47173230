import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Higher prices that meet something else")
struct PriceIncreaseTests {
    private func engine() throws -> (StoreEngine, String) {
        var engine = try OfferShop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        _ = engine.takeEvents()
        return (engine, id)
    }

    private func prices(_ engine: StoreEngine) -> [String] {
        engine.transactions(account: Shop.flora).map { "\($0.price)" }
    }

    @Test("It waits until the offer is over, and is then charged")
    func duringOffer() throws {
        var engine = try OfferShop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.expire(originalTransactionID: id)
        _ = try engine.purchase(.unsignedPromotional(identifier: "spring"), of: Shop.bouquet)
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: false)
        try engine.advance(to: "2026-05-15T00:00:00Z")
        #expect(prices(engine) == ["12.99 USD", "2.99 USD", "2.99 USD", "15 USD", "15 USD"])
    }

    @Test("What was agreed to is charged again when a later offer is over")
    func beforeOffer() throws {
        var (engine, id) = try engine()
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: false)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        // The copy is newer than the period at the higher price, and counts for nothing.
        try engine.finish(transactionID: id)
        _ = try engine.restore(account: Shop.flora)
        _ = try engine.purchase(.unsignedPromotional(identifier: "spring"), of: Shop.bouquet)
        try engine.advance(to: "2026-07-15T00:00:00Z")
        #expect(prices(engine) == ["12.99 USD", "15 USD", "2.99 USD", "2.99 USD", "15 USD", "15 USD"])
    }

    @Test("Who left and came back with an offer pays what the catalogue says after it")
    func newBeginning() throws {
        var (engine, id) = try engine()
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: false)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        try engine.expire(originalTransactionID: id)
        _ = try engine.purchase(.unsignedPromotional(identifier: "spring"), of: Shop.bouquet)
        try engine.advance(to: "2026-05-15T00:00:00Z")
        #expect(prices(engine) == ["12.99 USD", "15 USD", "2.99 USD", "2.99 USD", "12.99 USD"])
    }

    @Test("Another product of the group keeps its own price, and needs no answer", arguments: [true, false])
    func anotherProduct(_ needsConsent: Bool) throws {
        var (engine, id) = try engine()
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: needsConsent)
        try engine.setRenewalProduct(Shop.posy, originalTransactionID: id)
        try engine.advance(to: "2026-04-15T00:00:00Z")
        #expect(prices(engine) == ["12.99 USD", "4.99 USD", "4.99 USD"])
        #expect(try engine.subscription(id).priceIncrease == nil)
    }

    @Test("What was never agreed to is not charged when a failed renewal is settled")
    func unansweredInBillingRetry() throws {
        var (engine, id) = try engine()
        try engine.setRules(AccountRules(renewalChargesFail: true), account: Shop.flora)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: true)
        try engine.resolveBilling(originalTransactionID: id)
        #expect(prices(engine) == ["12.99 USD", "12.99 USD"])
        #expect(try engine.subscription(id).priceIncrease?.isAccepted == false)
    }

    @Test("At another storefront the price of that storefront holds")
    func anotherStorefront() throws {
        var (engine, id) = try engine()
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: false)
        try engine.setStorefront("DEU", account: Shop.flora)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(prices(engine) == ["12.99 USD", "12.99 EUR"])
        #expect(engine.transactions(account: Shop.flora).map(\.storefront) == ["USA", "DEU"])
    }

    @Test("Forced to renew, a price that waits for an answer is forgotten, an agreed one is charged")
    func forced() throws {
        var (engine, id) = try engine()
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: true)
        var agreed = engine
        try engine.forceRenewal(originalTransactionID: id)
        #expect(prices(engine) == ["12.99 USD", "12.99 USD"])
        #expect(try engine.subscription(id).priceIncrease == nil)
        try agreed.answerPriceIncrease(originalTransactionID: id, accepts: true)
        try agreed.forceRenewal(originalTransactionID: id)
        #expect(prices(agreed) == ["12.99 USD", "15 USD"])
    }

    @Test("Asking again replaces the price that was asked about")
    func askedAgain() throws {
        var (engine, id) = try engine()
        try engine.requestPriceIncrease(originalTransactionID: id, price: 15, needsConsent: true)
        try engine.requestPriceIncrease(originalTransactionID: id, price: 14, needsConsent: true)
        try engine.answerPriceIncrease(originalTransactionID: id, accepts: true)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(prices(engine).last == "14 USD")
    }
}
