import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@Suite("The catalogue as a customer sees it")
struct CatalogueTests {
    @Test("Titles are in the customer's language, prices in the storefront's currency")
    func localized() throws {
        let store = try Shop.store()
        try store.setStorefront("DEU", account: Shop.flora)
        let item = try #require(try store.products([Shop.posy], account: Shop.flora, locale: "de_AT").first)
        #expect(item.title == "Sträußchenclub")
        #expect(item.localizedDescription == "Jede Woche ein kleines Sträußchen")
        #expect(item.price == StorePrice(amount: try #require(Decimal(string: "4.99")), currency: "EUR"))
        let subscription = try #require(item.subscription)
        #expect(subscription.groupName == "Blumenclub")
        #expect(subscription.level == 2)
        #expect(subscription.period.iso8601 == "P1M")
        let offer = try #require(subscription.introductoryOffer)
        #expect(offer.paymentMode == .freeTrial)
        #expect(offer.period.iso8601 == "P1W")
        #expect(offer.numberOfPeriods == 1)
        #expect(offer.price == StorePrice(amount: 0, currency: "EUR"))
    }

    @Test("A language that is missing falls back to the configuration's own")
    func fallback() throws {
        let items = try Shop.store().catalogue(locale: "fr_FR")
        #expect(
            items.map(\.title) == ["Ten Seed Bags", "Greenhouse", "Spring Season Pass", "Bouquet Club", "Posy Club"]
        )
        #expect(
            items.map(\.type) == [
                .consumable, .nonConsumable, .nonRenewingSubscription, .autoRenewableSubscription,
                .autoRenewableSubscription,
            ]
        )
        #expect(items.map(\.isFamilyShareable) == [false, true, false, true, true])
    }

    @Test("Of the offers those are sold that are for who pays up front, first in the file or not")
    func billingPlans() throws {
        let plans: [(String, BillingPlanType?)] = [("monthly", .monthly), ("up-front", .billedUpFront), ("old", nil)]
        let offers = plans.map { name, plan -> ConfiguredOffer in
            var offer = ConfiguredOffer(json: ["offerID": .string(name), "subscriptionPeriod": "P1M"])
            offer.paymentMode = .freeTrial
            offer.billingPlan = plan
            return offer
        }
        var configuration = try Shop.configuration()
        var subscription = configuration.subscriptionGroups[0].subscriptions[0]
        subscription.introductoryOffers = offers
        subscription.promotionalOffers = offers
        subscription.winBackOffers = offers
        subscription.codeOffers = offers
        configuration.subscriptionGroups[0].subscriptions[0] = subscription
        let store = LocalAppStore(
            configuration: configuration,
            app: Shop.app,
            authority: try Shop.authority.get(),
            start: Shop.date("2026-01-01T00:00:00Z")
        )
        let sold = try #require(try store.products([Shop.bouquet]).first?.subscription)
        #expect(sold.introductoryOffer?.identifier == "up-front")
        for offers in [sold.promotionalOffers, sold.winBackOffers, sold.codeOffers] {
            #expect(offers.map(\.identifier) == ["up-front", "old"])
        }
    }

    @Test("Products that do not exist are left out; an account that does not exist is an error")
    func unknown() throws {
        let store = try Shop.store()
        #expect(try store.products(["nothing", Shop.seeds]).map(\.productID) == [Shop.seeds])
        #expect(throws: StoreError(.unknownAccount, "")) { _ = try store.catalogue(account: "nobody") }
    }

    @Test("A product without any words is called by its reference name")
    func nameless() throws {
        var configuration = try Shop.configuration()
        configuration.products[0].localizations = []
        let store = LocalAppStore(
            configuration: configuration,
            app: Shop.app,
            authority: try Shop.authority.get(),
            start: Shop.date("2026-01-01T00:00:00Z")
        )
        #expect(try store.catalogue().first?.title == "Ten Seed Bags")
    }

    @Test("Everything in every real configuration can be bought", .enabled(if: Fixtures.areAvailable))
    func realCatalogues() throws {
        for row in try Fixtures.rows("storekit-files/index.tsv") {
            let name = try #require(row["file"])
            var configuration = try StoreConfiguration(contentsOf: Fixtures.url("storekit-files/\(name)"))
            configuration.json["settings"] = nil
            let start = Shop.date("2026-01-31T10:00:00Z")
            var engine = StoreEngine(configuration: configuration, app: Shop.app, start: start, seed: 1)
            for (index, product) in configuration.allProducts.enumerated() {
                try engine.createAccount(id: "\(index)")
                let request = PurchaseRequest(productID: product.productID, accountID: "\(index)")
                #expect(try engine.purchase(request).transaction != nil, "\(name) \(product.productID)")
            }
            try engine.advance(to: start.addingTimeInterval(400 * 86_400))
            #expect(engine.subscriptions.allSatisfy { $0.status == .active }, "\(name)")
        }
    }
}
