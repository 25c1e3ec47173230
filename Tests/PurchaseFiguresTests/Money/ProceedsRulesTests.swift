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
        #expect(
            try shop.series(Revenue.self, "2018-01-01", "2019-01-01").lines.map(\.name) == ["gross", "refunds", "net"]
        )
    }
}
