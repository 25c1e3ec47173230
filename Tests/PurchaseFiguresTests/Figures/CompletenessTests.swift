import Entitlements
import PurchaseFigures
import Testing

@Suite("What can still change")
struct CompletenessTests {
    private func isComplete(_ figure: any PurchaseFigure.Type, asOf: String) throws -> [Bool] {
        try VectorA.shop().series(figure, "2026-01-01", "2026-02-01", asOf: asOf).lines.flatMap { line in
            line.points.map(\.isComplete)
        }
    }

    @Test("What was sold may be refunded for 90 days")
    func refunds() throws {
        #expect(try isComplete(RefundRate.self, asOf: "2026-05-01") == [false, false])
        #expect(try isComplete(RefundRate.self, asOf: "2026-05-02") == [true, true])
        #expect(try isComplete(RevenueByPurchaseDate.self, asOf: "2026-05-01") == [true, false, false])
        #expect(try isComplete(RevenueByPurchaseDate.self, asOf: "2026-05-02") == [true, true, true])
    }

    @Test("A renewal of a cohort is known when it was due for all who had the one before")
    func retention() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-02", "2026-02-02", "10")
        try shop.period("2", of: "1", "monthly", "2026-02-02", "2026-03-02", "10")
        try shop.period("3", of: "3", "yearly", "2026-01-10", "2027-01-10", "96")
        func points(_ asOf: String) throws -> [Bool] {
            try shop.series(CohortRetention.self, "2026-01-01", "2026-02-01", asOf: asOf).lines[0].points
                .map(\.isComplete)
        }
        // The yearly one has not been due.
        #expect(try points("2026-06-01") == [false, true])
        #expect(try points("2027-02-01") == [true, true])
    }

    @Test("Who changes the product stays in the cohort of the first one", arguments: [SegmentDimension.product, nil])
    func retentionAfterChange(split: SegmentDimension?) throws {
        var shop = Shop()
        try shop.period("1", of: "1", "monthly", "2026-01-02", "2026-02-02", "10")
        try shop.period("2", of: "1", "large", "2026-02-02", "2026-03-02", "20")
        try shop.period("3", of: "1", "large", "2026-03-02", "2026-04-02", "20")
        let series = try shop.series(CohortRetention.self, "2026-01-01", "2026-02-01", split: split)
        #expect(series.lines.map(\.segment) == [split.map { _ in "monthly" }])
        let points = series.lines.flatMap(\.points)
        #expect(points.map(\.value.text) == ["1", "1", "0"])
        #expect(points.map(\.isComplete) == [true, true, true])
        // What was not renewed counts for the product that was not.
        let rates = try shop.series(RenewalRate.self, "2026-01-01", "2026-05-01", split: .product).lines
        #expect(rates.map(\.segment) == ["large", "monthly"])
        #expect(rates.map { $0.points[0].value.text } == ["0.5", "1"])
    }

    @Test("Money is missing from the days that a figure is about, and no others")
    func missingDays() throws {
        var shop = Shop()
        try shop.purchase("1", "coins", "2025-03-01", "5") { $0.currency = "EUR" }
        try shop.period("2", of: "2", "monthly", "2025-12-20", "2026-01-20", "10") { $0.currency = "EUR" }
        try shop.purchase("3", "coins", "2026-01-05", "5") { $0.currency = "EUR" }
        func count(_ figure: any PurchaseFigure.Type) throws -> Int64 {
            try shop.series(figure, "2026-01-01", "2026-02-01").missing.reduce(0) { $0 + $1.count }
        }
        #expect(try count(Revenue.self) == 1)
        #expect(try count(RefundRate.self) == 1)
        #expect(try count(RevenueByStorefront.self) == 1)
        #expect(try count(MonthlyRecurringRevenue.self) == 3)
    }
}
