import Entitlements
import Foundation
import PurchaseFigures
import Testing

@Suite("Exchange rates")
struct CurrencyRatesTests {
    private static let file = """
        # From the bank.
        date,currency,USD
        2026-01-10,EUR,1.10

        2026-01-01, EUR, 1.0832
        2026-01-05,JPY,0.0064
        """

    @Test(
        "A rate holds from its day until the next",
        arguments: [
            ("EUR", "2025-12-31", nil), ("EUR", "2026-01-01", "1.0832"), ("EUR", "2026-01-09", "1.0832"),
            ("EUR", "2026-01-10", "1.1"), ("EUR", "2030-01-01", "1.1"), ("JPY", "2026-01-04", nil),
            ("JPY", "2026-01-05", "0.0064"), ("USD", "2000-01-01", "1"), ("GBP", "2026-01-10", nil),
        ] as [(String, String, String?)]
    )
    func rates(currency: String, date: String, rate: String?) throws {
        let rates = try CurrencyRates(parsing: Self.file)
        #expect(rates.rate(of: currency, on: try day(date))?.description == rate)
        #expect(rates.reportingCurrency == "USD")
        #expect(rates.currencies == ["USD", "EUR", "JPY"])
    }

    @Test("A rate that is too old is none")
    func old() throws {
        let rates = try CurrencyRates(parsing: Self.file, goodForDays: 7)
        #expect(rates.rate(of: "EUR", on: try day("2026-01-07")) != nil)
        #expect(rates.rate(of: "EUR", on: try day("2026-01-08")) == nil)
        #expect(rates.rate(of: "USD", on: try day("2029-01-08")) == 1)
    }

    @Test(
        "A file that is none is refused by line",
        arguments: [
            ("", RateError.Code.invalidHeader, 1), ("2026-01-01,EUR,1", .invalidHeader, 1),
            ("date,currency,usd", .invalidHeader, 1), ("date,currency,USD\n2026-01-01;EUR;1", .invalidLine, 2),
            ("date,currency,USD\n2026-02-30,EUR,1", .invalidDate, 2),
            ("date,currency,USD\n\n01.02.2026,EUR,1", .invalidDate, 3),
            ("date,currency,USD\n2026-01-01,Euro,1", .invalidCurrency, 2),
            ("date,currency,USD\n2026-01-01,EUR,0", .invalidRate, 2),
            ("date,currency,USD\n2026-01-01,EUR,-1", .invalidRate, 2),
            ("date,currency,USD\n2026-01-01,EUR,1e3", .invalidRate, 2),
            ("date,currency,USD\n2026-01-01,EUR,NaN", .invalidRate, 2),
            ("date,currency,USD\n2026-01-01,EUR,1.2.3", .invalidRate, 2),
            ("date,currency,USD\n2026-01-01,EUR,", .invalidRate, 2),
            ("date,currency,USD\n2026-01-01,EUR,1\n2026-01-01,EUR,2", .repeatedRate, 3),
            ("date,currency,USD\n2026-01-01,USD,2", .ownRate, 2),
        ]
    )
    func refused(_ file: String, code: RateError.Code, line: Int) {
        #expect {
            try CurrencyRates(parsing: file)
        } throws: { error in
            guard let error = error as? RateError else { return false }
            return error.code == code && error.line == line && error.description.contains("line \(line)")
                && error.seen.count <= 80
        }
    }

    @Test("A file with too many bytes is told how many, and not that it has too many rates")
    func tooLong() {
        let length = 64 * 1024 * 1024 + 1
        #expect {
            try CurrencyRates(parsing: "date,currency,USD\n#" + String(repeating: " ", count: length - 19))
        } throws: { error in
            guard let error = error as? RateError else { return false }
            return error.code == .tooLong && error.code.rawValue == "too-long" && error.seen == "\(length)"
                && error.description.contains("67108865 bytes") && error.description.contains("67108864")
        }
    }

    @Test("Without a rate money is missing and named, and never taken for another's")
    func missing() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-02", "2026-02-02", "10") { $0.currency = "EUR" }
        try shop.period("2", of: "2", "monthly", "2026-01-02", "2026-02-02", "10") { $0.price = nil }
        let revenue = try shop.series(Revenue.self, "2026-01-01", "2026-02-01")
        #expect(revenue.lines[0].points.map(\.value) == [.money(.zero)])
        #expect(
            revenue.missing == [
                MissingMoney(reason: .price, currency: "USD", count: 1),
                MissingMoney(reason: .rate, currency: "EUR", count: 1),
            ]
        )
        #expect(try shop.line(of: ActiveSubscriptions.self, "2026-01-01", "2026-02-01") == ["2"])
        #expect(try shop.series(ActiveSubscriptions.self, "2026-01-01", "2026-02-01").missing == [])
    }

    @Test("A renewal at the same price is no expansion when the rate rises")
    func steadyPrice() throws {
        var shop = Shop()
        shop.rules.rates = try CurrencyRates(parsing: "date,currency,USD\n2026-01-01,EUR,1.00\n2026-02-01,EUR,1.50")
        try shop.period("1", of: "1", "monthly", "2026-01-10", "2026-02-10", "10") { $0.currency = "EUR" }
        try shop.period("2", of: "1", "monthly", "2026-02-10", "2026-03-10", "10") { $0.currency = "EUR" }
        try shop.period("3", of: "1", "monthly", "2026-03-10", "2026-04-10", "12") { $0.currency = "EUR" }
        let months = { (line: String) throws in
            try shop.line(line, of: RecurringRevenueMovement.self, "2026-01-01", "2026-04-01", by: .month)
        }
        #expect(try months("closing") == ["10", "10", "18"])
        #expect(try months("expansion") == ["0", "0", "8"])
        #expect(try shop.line("gross", of: Revenue.self, "2026-01-01", "2026-04-01", by: .month) == ["10", "15", "18"])
    }

    @Test("Newer rates touch what was bought since")
    func difference() throws {
        let rates = try CurrencyRates(parsing: Self.file)
        #expect(rates.firstDifference(from: rates) == nil)
        let more = try CurrencyRates(parsing: Self.file + "\n2026-01-20,EUR,1.2\n2026-01-20,JPY,0.0064")
        #expect(more.firstDifference(from: rates) == Day("2026-01-20"))
        #expect(rates.firstDifference(from: more) == Day("2026-01-20"))
        #expect(rates.firstDifference(from: CurrencyRates(reportingCurrency: "EUR")) == .distantPast)
    }
}
