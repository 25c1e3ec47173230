import Foundation
import PurchaseFigures
import Testing

@Suite("The movement of random histories")
struct MovementPropertyTests {
    private static let parts = ["new", "reactivated", "expansion", "contraction", "churned", "transferred"]

    private static func amounts(_ lines: [SeriesLine], _ segment: String? = nil) -> [String: [Amount]] {
        Dictionary(
            uniqueKeysWithValues: lines.filter { $0.segment == segment }.map { line in
                let amounts = line.points.map { point -> Amount in
                    if case .money(let amount) = point.value { amount } else { .zero }
                }
                return (line.name, amounts)
            }
        )
    }

    private static func request(_ resolution: Resolution, split: SegmentDimension? = nil) throws -> FigureRequest {
        try FigureRequest(day("2026-01-01")..<day("2029-03-01"), by: resolution, asOf: day("2040-01-01"), split: split)
    }

    @Test("Opening and all parts are closing, and closing is what is paid", arguments: UInt64(1)...40)
    func identity(seed: UInt64) throws {
        let shop = RandomShop(seed: seed)
        let rows = shop.rows
        for resolution in [Resolution.week, .month] {
            let request = try Self.request(resolution)
            let lines = Self.amounts(rows.series(RecurringRevenueMovement.self, request, rules: shop.rules).lines)
            let active = rows.series(ActiveSubscriptions.self, request, rules: shop.rules).lines[0].points
            for (index, period) in request.periods.enumerated() {
                let opening = try #require(lines["opening"]?[index])
                let closing = try #require(lines["closing"]?[index])
                let moved = Self.parts.reduce(Amount.zero) { $0 + (lines[$1]?[index] ?? .zero) }
                #expect(opening + moved == closing, "seed \(seed), \(period.start)")
                #expect(opening == Amount(rounding: shop.monthly(at: period.start)), "seed \(seed), \(period.start)")
                #expect(closing == Amount(rounding: shop.monthly(at: period.end)), "seed \(seed), \(period.end)")
                #expect(
                    active[index].value == .count(Int64(shop.subscriptions(at: period.end))),
                    "seed \(seed), \(period.end)"
                )
                #expect(lines["transferred"]?[index] == .zero)
            }
        }
    }

    @Test("It holds in each segment, too", arguments: UInt64(1)...20, [SegmentDimension.product, .storefront])
    func segments(seed: UInt64, dimension: SegmentDimension) throws {
        let shop = RandomShop(seed: seed)
        let request = try Self.request(.month, split: dimension)
        let series = shop.rows.series(RecurringRevenueMovement.self, request, rules: shop.rules)
        let all = shop.rows.series(RecurringRevenueMovement.self, try Self.request(.month), rules: shop.rules)
        var sums = request.periods.map { _ in Amount.zero }
        for segment in Set(series.lines.compactMap(\.segment)) {
            let lines = Self.amounts(series.lines, segment)
            for index in request.periods.indices {
                let opening = try #require(lines["opening"]?[index])
                let closing = try #require(lines["closing"]?[index])
                #expect(Self.parts.reduce(opening) { $0 + (lines[$1]?[index] ?? .zero) } == closing, "seed \(seed)")
                #expect(!closing.isNegative, "seed \(seed), \(segment)")
                sums[index] += closing
            }
        }
        #expect(Self.amounts(all.lines)["closing"] == sums, "seed \(seed)")
    }

    @Test("Churn is what was there at the start and ended", arguments: UInt64(1)...20)
    func churn(seed: UInt64) throws {
        let shop = RandomShop(seed: seed)
        let request = try Self.request(.month)
        let lines = shop.rows.series(SubscriptionChurn.self, request, rules: shop.rules).lines
        for (index, period) in request.periods.enumerated() {
            let there = shop.histories.filter { $0.monthly(at: period.start.start) != nil }
            let ended = there.filter { $0.isInterrupted(from: period.start.start, to: period.end.start) }
            #expect(
                lines[0].points[index].value
                    == .share(part: Amount(units: Int64(ended.count)), whole: Amount(units: Int64(there.count))),
                "seed \(seed), \(period.start)"
            )
        }
    }
}

extension RandomHistory {
    /// Whether there is a moment without a paid period: ends are the only moments at which one can begin.
    fileprivate func isInterrupted(from start: Date, to end: Date) -> Bool {
        stretches.map(\.end).contains { $0 >= start && $0 < end && monthly(at: $0) == nil }
    }
}
