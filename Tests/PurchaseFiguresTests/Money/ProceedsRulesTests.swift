import Entitlements
import Foundation
import PurchaseFigures
import Testing

@Suite("Rules for proceeds")
struct ProceedsRulesTests {
    private static func rules() throws -> ProceedsRules {
        ProceedsRules([
            .init(from: try day("2020-01-01"), commission: Decimal(30) / 100, commissionAfterYear: Decimal(15) / 100),
            .init(from: try day("2026-02-01"), commission: Decimal(15) / 100),
            .init(from: try day("2020-01-01"), storefront: "CHN", commission: Decimal(12) / 100),
        ])
    }

    @Test(
        "The newest row of the storefront counts, or else of all",
        arguments: [
            ("USA", "2019-12-31", nil), ("USA", "2026-01-31", "0.3"), ("USA", "2026-02-01", "0.15"),
            ("CHN", "2026-03-01", "0.12"), (nil, "2026-03-01", "0.15"),
        ] as [(String?, String, String?)]
    )
    func row(storefront: String?, date: String, commission: String?) throws {
        let row = try Self.rules().row(storefront: storefront, on: try day(date))
        #expect(row?.commission.description == commission)
    }

    @Test("After a year of paid service the App Store takes less")
    func secondYear() throws {
        var shop = Shop()
        shop.rules.proceeds = try Self.rules()
        try shop.period("1", of: "1", "yearly", "2024-01-01", "2025-01-01", "100")
        try shop.period("2", of: "1", "yearly", "2025-01-01", "2026-01-01", "100")
        #expect(
            try shop.line("proceeds", of: Revenue.self, "2024-01-01", "2026-01-01", by: .year) == ["70", "85"]
        )
    }

    @Test("After a lapse of more than 60 days the year begins again")
    func lapse() throws {
        var shop = Shop()
        shop.rules.proceeds = try Self.rules()
        try shop.period("1", of: "1", "yearly", "2023-01-01", "2024-01-01", "100")
        try shop.period("2", of: "1", "yearly", "2024-03-15", "2025-03-15", "100")
        #expect(try shop.line("proceeds", of: Revenue.self, "2024-01-01", "2025-01-01") == ["70"])
    }

    @Test("Where no row holds there are no proceeds")
    func none() throws {
        var shop = Shop()
        shop.rules.proceeds = try Self.rules()
        try shop.period("1", of: "1", "yearly", "2018-01-01", "2019-01-01", "100")
        let series = try shop.series(Revenue.self, "2018-01-01", "2019-01-01")
        #expect(series.lines.map(\.name) == ["gross", "refunds", "net"])
        #expect(series.missing == [MissingMoney(reason: .proceeds, currency: "USD", count: 1)])
        #expect(try shop.series(RevenueByPurchaseDate.self, "2018-01-01", "2019-01-01").missing == [])
        shop.rules.proceeds = nil
        #expect(try shop.series(Revenue.self, "2018-01-01", "2019-01-01").missing == [])
    }

    @Test("Of two rows that contradict each other none counts, in whichever order they stand")
    func contradiction() throws {
        let early = ProceedsRules.Row(from: try day("2020-01-01"), commission: Decimal(30) / 100)
        let one = ProceedsRules.Row(from: try day("2026-01-01"), commission: Decimal(30) / 100)
        let two = ProceedsRules.Row(from: try day("2026-01-01"), commission: Decimal(15) / 100)
        for rows in [[early, one, two], [two, early, one]] {
            let rules = ProceedsRules(rows)
            #expect(rules.row(storefront: "USA", on: try day("2026-02-01")) == nil)
            #expect(rules.row(storefront: "USA", on: try day("2025-12-31")) == early)
            #expect(Set(rules.contradictions) == [one, two])
        }
        let twice = ProceedsRules([one, one])
        #expect(twice.row(storefront: nil, on: try day("2026-02-01")) == one)
        #expect(twice.contradictions == [])
    }

    @Test("A year that was paid and not had is no year of paid service: upgraded, refunded, or still to come")
    func serviceThatWasNotHad() throws {
        func secondSale(_ change: (inout Shop) throws -> Void) throws -> [String?] {
            var shop = Shop()
            shop.rules.proceeds = try Self.rules()
            try shop.period("1", of: "1", "yearly", "2023-01-01", "2024-01-01", "100")
            try change(&shop)
            return try shop.line("proceeds", of: Revenue.self, "2023-02-01", "2023-03-01")
        }
        let upgraded = try secondSale { shop in
            try shop.restate("1", stated: "2023-02-02") { $0.isUpgraded = true }
            try shop.period("2", of: "1", "gold", "2023-02-02", "2024-02-02", "100")
        }
        #expect(upgraded == ["70"])
        let ahead = try secondSale { shop in
            try shop.period("2", of: "1", "gold", "2023-02-02", "2024-02-02", "100")
        }
        #expect(ahead == ["70"])

        var shop = Shop()
        shop.rules.proceeds = try Self.rules()
        try shop.period("1", of: "1", "yearly", "2023-01-01", "2024-01-01", "100")
        try shop.refund("1", "2023-11-15")
        try shop.period("2", of: "1", "yearly", "2024-01-01", "2025-01-01", "100")
        #expect(try shop.line("proceeds", of: Revenue.self, "2024-01-01", "2024-02-01") == ["70"])
    }

    @Test("A renewal that is charged some hours ahead is one after a whole year")
    func chargedAhead() throws {
        var shop = Shop()
        shop.rules.proceeds = try Self.rules()
        try shop.period("1", of: "1", "yearly", "2023-01-01", "2024-01-01", "100")
        try shop.period("2", of: "1", "yearly", "2023-12-31T09:00:00Z", "2025-01-01", "100")
        #expect(try shop.line("proceeds", of: Revenue.self, "2023-12-31", "2024-01-01") == ["85"])
    }
}
