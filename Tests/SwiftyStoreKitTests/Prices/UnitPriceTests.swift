import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Prices per day, week, month and year")
struct UnitPriceTests {
    private func exact(_ price: String, _ count: Int, _ unit: PriceUnit, per: PriceUnit) throws -> Decimal? {
        let price = try #require(Decimal(string: price))
        return UnitPrice(price, for: PeriodLength(count: count, unit: unit)).exactAmount(per: per)
    }

    @Test(
        "They are exact where the division ends",
        arguments: [
            ("59.88", 1, PriceUnit.year, PriceUnit.month, "4.99"), ("4.99", 1, .month, .year, "59.88"),
            ("4.99", 1, .month, .month, "4.99"), ("29.94", 6, .month, .month, "4.99"), ("14", 1, .week, .day, "2"),
            ("2", 1, .day, .week, "14"), ("365", 1, .year, .day, "1"), ("7", 1, .week, .year, "365"),
            ("9.99", 3, .day, .day, "3.33"), ("0", 1, .year, .month, "0"),
        ]
    )
    func exactly(price: String, count: Int, unit: PriceUnit, per: PriceUnit, expected: String) throws {
        #expect(try exact(price, count, unit, per: per) == Decimal(string: expected))
    }

    @Test("Whichever way one goes, one comes to the same", arguments: PriceUnit.allCases)
    func consistent(unit: PriceUnit) throws {
        let direct = try #require(try exact("4.99", 1, .week, per: unit))
        let year = try #require(try exact("4.99", 1, .week, per: .year))
        let around = try #require(UnitPrice(year, for: PeriodLength(count: 1, unit: .year)).exactAmount(per: unit))
        var difference = direct - around
        if difference < 0 { difference.negate() }
        #expect(difference < Decimal(sign: .plus, exponent: -20, significand: 1))
    }

    @Test func `A period without length has no price`() throws {
        #expect(try exact("1", 0, .day, per: .year) == nil)
        #expect(try exact("1", -1, .month, per: .year) == nil)
    }

    @Test(
        "They are rounded once, to the coins of the currency, half a coin up unless said otherwise",
        arguments: [
            ("59.99", "USD", "en_US", NSDecimalNumber.RoundingMode.plain, "5", "$5.00"),
            ("59.99", "USD", "en_US", .down, "4.99", "$4.99"), ("59.99", "USD", "en_US", .up, "5", "$5.00"),
            ("7800", "JPY", "ja_JP", .plain, "650", "￥650"), ("1", "JPY", "ja_JP", .plain, "1", "￥1"),
            ("0.01", "USD", "en_US", .plain, "0.01", "$0.01"), ("0", "USD", "en_US", .plain, "0", "$0.00"),
        ]
    )
    func rounded(
        price: String,
        currency: String,
        locale: String,
        mode: NSDecimalNumber.RoundingMode,
        amount: String,
        text: String
    ) throws {
        let style = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
        let price = UnitPrice(try #require(Decimal(string: price)), for: PeriodLength(count: 1, unit: .year))
        let money = try #require(price.money(per: .month, style, mode))
        #expect(money.amount == Decimal(string: amount))
        #expect(money.text.replacingOccurrences(of: "¥", with: "￥") == text)
        #expect(money.currency == currency)
    }

    @Test(
        "A saving is whole percent, rounded down, and none where nothing is saved",
        arguments: [
            ("39.99", PriceUnit.year, "4.99", PriceUnit.month, 33), ("59.88", .year, "4.99", .month, nil),
            ("59.87", .year, "4.99", .month, nil), ("99", .year, "4.99", .month, nil), ("0", .year, "1", .month, 100),
            ("1", .year, "0", .month, nil),
        ] as [(String, PriceUnit, String, PriceUnit, Int?)]
    )
    func saving(price: String, unit: PriceUnit, other: String, otherUnit: PriceUnit, percent: Int?) throws {
        let one = UnitPrice(try #require(Decimal(string: price)), for: PeriodLength(count: 1, unit: unit))
        let two = UnitPrice(try #require(Decimal(string: other)), for: PeriodLength(count: 1, unit: otherUnit))
        #expect(one.saving(comparedWith: two) == percent)
    }

    @Test func `Of a product they are in the storefront's currency and language, not in the device's`() async throws {
        let bench = try ModernBench(storefront: "DEU")
        try bench.store.updateSettings { $0.locale = "de_DE" }
        let posy = try await bench.product(SampleShop.posy)
        let month = try #require(posy.price(per: .month))
        #expect(month.currency == posy.priceFormatStyle.currencyCode)
        #expect(month.currency == "EUR")
        #expect(month.text == posy.displayPrice)
        #expect(month.exactAmount == posy.price)
        #expect(posy.price(per: .year)?.amount == posy.price * 12)
        let seeds = try await bench.product(SampleShop.seeds)
        #expect(seeds.price(per: .month) == nil)
        let bouquet = try await bench.product(SampleShop.bouquet)
        #expect(bouquet.saving(comparedWith: posy) == nil)
        #expect(posy.saving(comparedWith: bouquet) ?? 0 > 0)
        #expect(seeds.saving(comparedWith: posy) == nil)
    }
}
