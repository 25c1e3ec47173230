import AppStoreModels
import Entitlements
import Foundation
import Testing

@Suite("What several statements about one purchase tell together")
struct StatedTermsTests {
    @Test("Offer and price are kept where a newer statement is silent about them")
    func terms() throws {
        let signed = Sample.period("1", from: 0) {
            $0.offerType = .promotional
            $0.offerIdentifier = "spring"
            $0.offerDiscountType = .payAsYouGo
            $0.price = Decimal(string: "4.99")
            $0.currency = "EUR"
            $0.storefront = "DEU"
        }
        let silent = Sample.period("1", from: 0, stated: 5)
        let found = try #require(
            PurchaseFacts(purchases: [silent, signed]).entitlements(at: Sample.day(6)).first
        )
        #expect(found.phase == .offer)
        #expect(found.offerType == .promotional)
        #expect(found.offerIdentifier == "spring")
        #expect(found.offerDiscountType == .payAsYouGo)
        #expect(found.price == Decimal(string: "4.99"))
        #expect(found.currency == "EUR")
        #expect(found.storefront == "DEU")
    }

    @Test("A price never gets the currency of another statement")
    func priceAndCurrency() throws {
        let older = Sample.period("1", from: 0) {
            $0.price = 4
            $0.currency = "EUR"
        }
        let newer = Sample.period("1", from: 0, stated: 5) { $0.price = 5 }
        let found = try #require(PurchaseFacts(purchases: [older, newer]).entitlements(at: Sample.day(6)).first)
        #expect(found.price == 5)
        #expect(found.currency == nil)
    }

    @Test(
        "An end that differs by the rounding of a format is no extension",
        arguments: [(0.0, false), (0.9, false), (1, false), (86_400, true)]
    )
    func extending(seconds: TimeInterval, isExtended: Bool) {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0),
            Sample.period("1", from: 0, stated: 5) { $0.expiresDate = Sample.day(30).addingTimeInterval(seconds) },
        ])
        #expect(
            facts.entitlements(at: Sample.day(6)).map { $0.conditions.contains(.extended) } == [isExtended]
        )
    }

    @Test("How much was refunded is kept where a newer statement of the same refund is silent about it")
    func percentage() throws {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0, stated: 4) {
                $0.revocationDate = Sample.day(4)
                $0.revocationType = .refundProrated
                $0.revocationPercentage = 25_000
            },
            Sample.period("1", from: 0, stated: 5) { $0.revocationDate = Sample.day(4) },
        ])
        let found = try #require(facts.entitlements(at: Sample.day(6)).first)
        #expect(found.revocationType == .refundProrated)
        #expect(found.revocationPercentage == 25_000)
    }

    @Test("A reversed refund of a non-consumable says that it was one")
    func nonConsumable() throws {
        let facts = PurchaseFacts(purchases: [
            Sample.purchase("7", product: "pro", on: 0, stated: 9),
            Sample.purchase("7", product: "pro", on: 0, stated: 5) { $0.revocationDate = Sample.day(5) },
        ])
        let found = try #require(facts.entitlements(at: Sample.day(10)).first)
        #expect(found.state == .active)
        #expect(found.phase == nil)
        #expect(found.conditions == [.refundReversed])
    }

    @Test(
        "An upgrade that a receipt dates like a refund was none, so none was reversed",
        arguments: [(nil, false), (5, true)] as [(Decimal?, Bool)]
    )
    func upgraded(price: Decimal?, isReversed: Bool) throws {
        let facts = PurchaseFacts(purchases: [
            Sample.period("1", from: 0, stated: 13) {
                $0.revocationDate = Sample.day(12)
                $0.price = price
            },
            Sample.period("1", from: 0, stated: 14) {
                $0.isUpgraded = true
                $0.price = 5
            },
            Sample.period("2", from: 12, product: "premium"),
        ])
        let found = try #require(facts.entitlements(at: Sample.day(15)).first { $0.productID == "monthly" })
        #expect(found.state == .upgraded)
        #expect(found.conditions.contains(.refundReversed) == isReversed)
    }

    @Test("What the next renewal will be is told of the last product only, and only if it was said of this period")
    func renewal() throws {
        let told = Sample.renewal(stated: 12) {
            $0.renewalDate = Sample.day(30)
            $0.renewalPrice = Decimal(string: "9.99")
            $0.eligibleWinBackOfferIDs = ["come-back"]
            $0.priceIncreaseStatus = .accepted
        }
        let facts = PurchaseFacts(purchases: [Sample.period("1", from: 0)], renewals: [told])
        let now = try #require(facts.entitlements(at: Sample.day(13)).first)
        #expect(now.renewalDate == Sample.day(30))
        #expect(now.renewalPrice == Decimal(string: "9.99"))
        #expect(now.eligibleWinBackOfferIDs == ["come-back"])
        #expect(now.priceIncreaseStatus == .accepted)
        let renewed = facts.union(PurchaseFacts(purchases: [Sample.period("2", from: 30)]))
        let later = try #require(renewed.entitlements(at: Sample.day(31)).first)
        #expect(later.renewalDate == nil)
        #expect(later.priceIncreaseStatus == nil)
    }

    @Test("A quantity that is too large, or below zero, does no harm")
    func quantities() {
        let rules = EntitlementRules(productTypes: ["coins": .consumable])
        let facts = PurchaseFacts(purchases: [
            Sample.purchase("1", product: "coins", on: 0) { $0.quantity = .max },
            Sample.purchase("2", product: "coins", on: 1) { $0.quantity = 2 },
            Sample.purchase("3", product: "coins", on: 2) { $0.quantity = .min },
        ])
        #expect(facts.entitlements(at: Sample.day(4), rules: rules).map(\.quantity) == [.max])
    }
}
