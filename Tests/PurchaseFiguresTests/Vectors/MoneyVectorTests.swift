import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures
import Testing

@Suite("Money to the cent")
struct MoneyVectorTests {
    /// What is left of a price.
    struct Left: CustomTestStringConvertible, Sendable {
        var price: String
        var tax: ProceedsRules.Tax
        var commission: String
        var net: String
        var proceeds: String
        var shown: String
        var testDescription: String { price }
    }

    private static let table: [Left] = [
        Left(
            price: "11.90",
            tax: .rate(Decimal(19) / 100),
            commission: "0.15",
            net: "10",
            proceeds: "8.5",
            shown: "8.50"
        ),
        Left(
            price: "3.99",
            tax: .rate(Decimal(20) / 100),
            commission: "0.15",
            net: "3.325",
            proceeds: "2.82625",
            shown: "2.83"
        ),
        Left(
            price: "99.99",
            tax: .share(Decimal(5) / 100),
            commission: "0.30",
            net: "94.9905",
            proceeds: "66.49335",
            shown: "66.49"
        ),
    ]

    @Test("Tax first, then the commission", arguments: table)
    func proceeds(_ expected: Left) throws {
        let price = try #require(Decimal(string: expected.price))
        let commission = try #require(Decimal(string: expected.commission))
        let row = ProceedsRules.Row(from: try day("2026-01-01"), tax: expected.tax, commission: commission)
        #expect(Amount(rounding: row.netOfTax(price))?.description == expected.net)
        let proceeds = try #require(Amount(rounding: row.proceeds(price)))
        #expect(proceeds.description == expected.proceeds)
        #expect(proceeds.text(decimals: 2) == expected.shown)
    }

    @Test("What tax and commission are of the price")
    func shares() throws {
        let price = try #require(Decimal(string: "11.90"))
        let rate = try #require(Decimal(string: "0.19"))
        let commission = try #require(Decimal(string: "0.15"))
        let row = ProceedsRules.Row(from: try day("2026-01-01"), tax: .rate(rate), commission: commission)
        let tax = try #require(Amount(rounding: (price - row.netOfTax(price)) / price * 100))
        let share = try #require(Amount(rounding: (row.netOfTax(price) - row.proceeds(price)) / price * 100))
        #expect(tax.text(decimals: 2) == "15.97")
        #expect(share.text(decimals: 2) == "12.61")
    }

    @Test("A purchase is worth what it was worth on its day, for ever")
    func rateOfTheDay() throws {
        var shop = Shop()
        shop.rules.rates = try CurrencyRates(parsing: "date,currency,USD\n2026-01-01,JPY,0.0064\n2026-06-01,JPY,0.0070")
        try shop.purchase("j1", "coins", "2026-02-01", "1500") { $0.currency = "JPY" }
        try shop.refund("j1", "2026-07-01")
        #expect(try shop.line("gross", of: Revenue.self, "2026-02-01", "2026-03-01") == ["9.6"])
        #expect(try shop.line("refunds", of: Revenue.self, "2026-07-01", "2026-08-01") == ["-9.6"])
    }

    @Test("The price of a seat counts for each seat")
    func seats() throws {
        var shop = Shop()
        try shop.period("s1", of: "S", "team", "2026-01-01", "2026-02-01", "9.99") { $0.quantity = 3 }
        #expect(try shop.line("gross", of: Revenue.self, "2026-01-01", "2026-02-01") == ["29.97"])
        #expect(try shop.line(of: MonthlyRecurringRevenue.self, "2026-01-01", "2026-02-01") == ["29.97"])
    }

    @Test("The price of several things that are used up is that of all of them, also where they are refunded")
    func quantity() throws {
        var shop = Shop()
        try shop.purchase("c1", "seeds", "2026-01-10", "87") {
            ($0.quantity, $0.productType) = (3, .consumable)
        }
        #expect(try shop.line("gross", of: Revenue.self, "2026-01-10", "2026-01-11") == ["87"])
        try shop.refund("c1", "2026-01-20")
        #expect(try shop.line("refunds", of: Revenue.self, "2026-01-20", "2026-01-21") == ["-87"])
    }

    @Test(
        "A part of the money is given back on the day of the refund",
        arguments: [(40_000, "-4"), (100_000, "-10"), (33_333, "-3.3333"), (0, "0")]
    )
    func partRefund(percentage: Int, refund: String) throws {
        var shop = Shop()
        try shop.period("r1", of: "R", "monthly", "2026-01-10", "2026-02-10", "10")
        try shop.refund("r1", "2026-01-20", percentage: percentage)
        #expect(try shop.line("refunds", of: Revenue.self, "2026-01-20", "2026-01-21") == [refund])
        #expect(try shop.line(of: ActiveSubscriptions.self, "2026-01-20", "2026-01-21") == ["0"])
    }

    @Test("A refund that is reversed comes back on its day")
    func reversed() throws {
        var shop = Shop()
        try shop.period("r1", of: "R", "monthly", "2026-01-10", "2026-02-10", "10")
        try shop.refund("r1", "2026-01-20")
        try shop.restate("r1", stated: "2026-01-25") { $0.revocationDate = nil }
        #expect(try shop.line("net", of: Revenue.self, "2026-01-20", "2026-01-21") == ["-10"])
        #expect(try shop.line("net", of: Revenue.self, "2026-01-25", "2026-01-26") == ["10"])
        #expect(try shop.line("purchases", of: RefundRate.self, "2026-01-01", "2026-02-01") == ["0"])
        let active = try shop.line(of: ActiveSubscriptions.self, "2026-01-19", "2026-01-26", by: .day)
        #expect(active == ["1", "0", "0", "0", "0", "0", "1"])
    }
}
