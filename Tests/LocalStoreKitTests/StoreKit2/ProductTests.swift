import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalStoreKit

/// P: the rules of loading products.
@Suite("StoreKit 2: products", .timeLimit(.minutes(15)))
struct ProductTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    @Test func `P1: What is not sold is left out, and what is named twice comes once`() async throws {
        let wanted = [SampleShop.posy, SampleShop.seeds, SampleShop.posy, "no.such.product"]
        let found = try await shop.app { try await Product.products(for: wanted) }
        #expect(Set(found.map(\.id)) == [SampleShop.posy, SampleShop.seeds])
        #expect(found.count == 2)
    }

    @Test func `P1: Without identifiers there are no products and no error`() async throws {
        #expect(try await shop.app { try await Product.products(for: [String]()) }.isEmpty)
    }

    @Test func `P1: A store that cannot be reached is an error of the network`() async throws {
        try shop.store.setFault(StoreFault(.offline))
        let error = await #expect(throws: StoreKitError.self) {
            try await shop.app { try await Product.products(for: [SampleShop.posy]) }
        }
        guard case .networkError(let beneath)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(beneath.code == .notConnectedToInternet)
    }

    @Test func `P1: Without a store everything says so`() async throws {
        await LocalDevice.isolated {
            let error = await #expect(throws: StoreKitError.self) { try await Product.products(for: ["rose"]) }
            guard case .systemError? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(!AppStore.canMakePayments)
            #expect(AppStore.deviceVerificationID == nil)
            #expect(await Storefront.current == nil)
        }
    }

    @Test(
        "P2: A kind has Apple's words, and only a subscription has a subscription",
        arguments: [
            (SampleShop.seeds, Product.ProductType.consumable, "Consumable"),
            (SampleShop.greenhouse, .nonConsumable, "Non-Consumable"),
            (SampleShop.season, .nonRenewable, "Non-Renewing Subscription"),
            (SampleShop.posy, .autoRenewable, "Auto-Renewable Subscription"),
        ]
    )
    func kinds(identifier: String, type: Product.ProductType, words: String) async throws {
        let product = try await shop.product(identifier)
        #expect(product.type == type)
        #expect(product.type.rawValue == words)
        #expect((product.subscription != nil) == (type == .autoRenewable))
    }

    @Test(
        "P2: Prices are those of the storefront, in its currency",
        arguments: [("USA", "$4.99", "USD"), ("DEU", "€4.99", "EUR"), ("JPN", "¥5", "JPY")]
    )
    func prices(storefront: String, display: String, currency: String) async throws {
        try shop.store.setStorefront(storefront, account: SampleShop.customer)
        let product = try await shop.product(SampleShop.posy)
        #expect(product.price == Decimal(string: "4.99"))
        #expect(product.displayPrice == display)
        #expect(product.priceFormatStyle.currencyCode == currency)
        #expect(product.price.formatted(product.priceFormatStyle) == display)
    }

    @Test func `P2: Names are in the language of the store`() async throws {
        try shop.store.updateSettings { $0.locale = "de" }
        let product = try await shop.product(SampleShop.posy)
        let item = try #require(shop.store.products([SampleShop.posy], account: SampleShop.customer).first)
        #expect(product.displayName == item.title)
        #expect(product.description == item.localizedDescription)
        #expect(product.subscription?.groupDisplayName == "Blumenclub")
    }

    @Test func `P3: The same product loaded twice is equal, one with another price is not`() async throws {
        let first = try await shop.product(SampleShop.posy)
        #expect(try await shop.product(SampleShop.posy) == first)
        try shop.store.updateSettings {
            $0.priceOverrides["USA"] = [SampleShop.posy: StorePrice(amount: 5, currency: "USD")]
        }
        let dearer = try await shop.product(SampleShop.posy)
        #expect(dearer != first)
        #expect(dearer.id == first.id)
    }

    @Test func `A subscription has its period, its level and its offers`() async throws {
        let info = try #require(try await shop.product(SampleShop.posy).subscription)
        #expect(info.subscriptionGroupID == ModernShop.group)
        #expect(info.groupLevel == 2)
        #expect(try await shop.product(SampleShop.bouquet).subscription?.groupLevel == 1)
        #expect(info.subscriptionPeriod == .monthly)
        let trial = try #require(info.introductoryOffer)
        #expect(trial.id == nil)
        #expect(trial.type == .introductory)
        #expect(trial.paymentMode == .freeTrial)
        #expect(trial.period == .weekly)
        #expect(trial.price == 0)
        let spring = try #require(info.promotionalOffers.first)
        #expect(spring.id == ModernShop.promotionalOffer)
        #expect(spring.paymentMode == .payAsYouGo)
        #expect(spring.periodCount == 2)
        #expect(spring.displayPrice == "$2.99")
        #expect(info.winBackOffers.map(\.id) == [ModernShop.winBackOffer])
        #expect(info.pricingTerms.map(\.billingPlanType) == [.upFront])
        #expect(info.pricingTerms.first?[offers: .winBack] == info.winBackOffers)
    }

    @Test func `The JSON has the members that Xcode's has`() async throws {
        let product = try await shop.product(SampleShop.posy)
        let json = try #require(try JSONValue(parsing: product.jsonRepresentation).object)
        let attributes = try #require(json[object: "attributes"])
        #expect(json[string: "type"] == "in-apps")
        #expect(attributes[string: "offerName"] == SampleShop.posy)
        #expect(attributes[string: "icuLocale"] == "en_US@currency=USD")
        #expect(attributes[string: "kind"] == "Auto-Renewable Subscription")
        #expect(attributes[string: "subscriptionFamilyId"] == ModernShop.group)
        #expect(attributes[integer: "subscriptionFamilyRank"] == 2)
        let offer = try #require(attributes[array: "offers"]?.first?.object)
        #expect(offer[string: "currencyCode"] == "USD")
        #expect(offer[string: "recurringSubscriptionPeriod"] == "P1M")
        let discounts = (offer[array: "discounts"] ?? []).compactMap(\.object)
        #expect(discounts.map { $0[string: "type"] } == ["IntroOffer", "AdhocOffer", "WinBackOffer"])
        #expect(discounts.map { $0[string: "modeType"] } == ["FreeTrial", "PayAsYouGo", "FreeTrial"])
    }

    @Test func `A slow store is waited for`() async throws {
        try shop.store.setFault(StoreFault(.productRequestSlow, parameters: .init(seconds: 30)))
        shop.device.settings.pause = { seconds, work in
            #expect(seconds == 30)
            work()
        }
        #expect(try await shop.product(SampleShop.posy).id == SampleShop.posy)
    }
}
