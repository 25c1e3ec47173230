import Foundation
import PurchaseFigures
import Testing

@Suite("What a figure is asked for")
struct FigureRequestTests {
    private static func request(_ start: String, _ end: String, _ resolution: Resolution?) throws -> FigureRequest {
        try FigureRequest(day(start)..<day(end), by: resolution, asOf: day("2026-06-15"))
    }

    @Test("A range is cut into periods, and cut where it begins within one")
    func periods() throws {
        let request = try Self.request("2026-01-15", "2026-03-10", .month)
        #expect(request.periods.map(\.start.description) == ["2026-01-15", "2026-02-01", "2026-03-01"])
        #expect(request.periods.map(\.end.description) == ["2026-02-01", "2026-03-01", "2026-03-10"])
        #expect(try Self.request("2026-01-15", "2026-03-10", nil).periods.map(\.count) == [54])
    }

    @Test(
        "The periods before",
        arguments: [
            ("2026-03-01", "2026-05-01", Resolution.month, "2026-01-01", "2026-03-01"),
            ("2024-01-01", "2025-01-01", .year, "2023-01-01", "2024-01-01"),
            ("2026-03-10", "2026-04-07", nil, "2026-02-10", "2026-03-10"),
            ("2026-03-10", "2026-04-07", .week, "2026-02-10", "2026-03-10"),
            ("2026-04-01", "2026-07-01", .quarter, "2026-01-01", "2026-04-01"),
        ] as [(String, String, Resolution?, String, String)]
    )
    func previous(_ start: String, _ end: String, _ resolution: Resolution?, _ before: String, _ until: String) throws {
        let previous = try Self.request(start, end, resolution).previous
        #expect(previous.days == (try day(before))..<(try day(until)))
    }

    @Test("Figures of the first days there are, and of those before", arguments: FigureCatalogue.all.map { $0.id })
    func firstDays(id: String) throws {
        let figure = try #require(FigureCatalogue.figure(id))
        let shop = try VectorA.shop()
        for (start, end) in [("0001-01-02", "0003-01-01"), ("0001-01-01", "0001-01-02")] {
            let request = try FigureRequest(day(start)..<day(end), asOf: day("2026-06-15"))
            for request in [request, request.previous] {
                for point in shop.rows.series(figure, request, rules: shop.rules).lines.flatMap(\.points) {
                    #expect((point.value.decimal ?? 0) == 0)
                }
            }
        }
    }

    @Test("Impossible ranges are refused")
    func refused() throws {
        #expect(throws: FigureRequestError.self) { try Self.request("2026-01-01", "2026-01-01", .day) }
        let long = { try FigureRequest(Day.distantPast..<day("2026-01-01"), by: .day, asOf: day("2026-01-01")) }
        #expect {
            try long()
        } throws: {
            ($0 as? FigureRequestError)?.code == .tooManyPeriods && "\($0)".contains("7310")
        }
    }

    @Test("Ends of the present day are known when it is over, sales at once")
    func today() throws {
        var shop = Shop()
        try shop.period("1", of: "1", "weekly", "2026-01-05", "2026-01-12", "7")
        try shop.purchase("2", "coins", "2026-01-12", "5")
        let active = try shop.series(ActiveSubscriptions.self, "2026-01-11", "2026-01-20", by: .day, asOf: "2026-01-12")
        // What is to end today has not ended, and of tomorrow nothing is told.
        #expect(active.lines[0].points.map(\.value.text) == ["1", "1"])
        #expect(active.lines[0].points.map(\.isComplete) == [true, false])
        let gross = try shop.line("gross", of: Revenue.self, "2026-01-11", "2026-01-20", by: .day, asOf: "2026-01-12")
        #expect(gross == ["0", "5"])
        let later = try shop.line(
            of: ActiveSubscriptions.self,
            "2026-01-11",
            "2026-01-14",
            by: .day,
            asOf: "2026-01-14"
        )
        #expect(later == ["1", "0", "0"])
    }
}
