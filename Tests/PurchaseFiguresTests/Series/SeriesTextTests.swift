import Foundation
import PurchaseFigures
import Testing

@Suite("A series as JSON and as CSV")
struct SeriesTextTests {
    private static func series() throws -> FigureSeries {
        let period = FigurePeriod(start: try day("2026-02-01"), end: try day("2026-03-01"))
        func point(_ value: FigureValue, step: Int? = nil) -> SeriesPoint {
            SeriesPoint(start: period.start, end: period.end, step: step, value: value, isComplete: true)
        }
        return FigureSeries(
            figure: "sample",
            title: "Sample",
            definition: "One of each.",
            currency: "USD",
            asOf: try day("2026-03-02"),
            lines: [
                SeriesLine(name: "active", points: [point(.count(4))]),
                SeriesLine(name: "mrr", segment: "=HYPERLINK(\"x\"),y", points: [point(.money(Amount(units: -57)))]),
                SeriesLine(
                    name: "churn",
                    points: [
                        point(.share(part: Amount(units: 1), whole: Amount(units: 3))),
                        point(.share(part: .zero, whole: .zero)),
                    ]
                ),
                SeriesLine(name: "value", points: [point(.average(total: Amount(units: 171), count: 5), step: 7)]),
            ],
            missing: [MissingMoney(reason: .rate, currency: "EUR", count: 2)]
        )
    }

    @Test("JSON keeps money as exact text, and is read back")
    func json() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let data = try encoder.encode(Self.series())
        #expect(try JSONDecoder().decode(FigureSeries.self, from: data) == Self.series())
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.hasPrefix("{\"asOf\":\"2026-03-02\",\"currency\":\"USD\",\"definition\":\"One of each.\""))
        #expect(text.contains("\"value\":{\"count\":4}"))
        #expect(text.contains("\"value\":{\"money\":\"-57\"}"))
        #expect(text.contains("\"value\":{\"part\":\"1\",\"share\":\"0.333333\",\"whole\":\"3\"}"))
        #expect(text.contains("\"value\":{\"part\":\"0\",\"whole\":\"0\"}"))
        #expect(text.contains("\"step\":7,\"value\":{\"count\":5,\"money\":\"34.2\",\"total\":\"171\"}"))
        #expect(text.contains("\"missing\":[{\"count\":2,\"currency\":\"EUR\",\"reason\":\"rate\"}]"))
    }

    @Test("CSV has a line for each point, and no formula")
    func csv() throws {
        let lines = try Self.series().csv.components(separatedBy: "\r\n")
        #expect(
            lines == [
                "line,segment,start,end,step,value,part,whole,isComplete",
                "active,,2026-02-01,2026-03-01,,4,,,true",
                "mrr,\"'=HYPERLINK(\"\"x\"\"),y\",2026-02-01,2026-03-01,,-57,,,true",
                "churn,,2026-02-01,2026-03-01,,0.333333,1,3,true",
                "churn,,2026-02-01,2026-03-01,,,0,0,true",
                "value,,2026-02-01,2026-03-01,7,34.2,171,5,true",
                "",
            ]
        )
    }

    @Test("A filter is written by dimension, and counts production unless it says otherwise")
    func filter() throws {
        let filter = SegmentFilter([.product: ["b", "a"]])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let text = String(decoding: try encoder.encode(filter), as: UTF8.self)
        #expect(text == "{\"environment\":[\"Production\"],\"product\":[\"a\",\"b\"]}")
        #expect(try JSONDecoder().decode(SegmentFilter.self, from: Data(text.utf8)) == filter)
        #expect(!filter.contains(Segment(product: "c")))
        #expect(!filter.contains(Segment(product: "a", environment: "Sandbox")))
        #expect(filter.contains(Segment(product: "a")))
        #expect(SegmentFilter.everywhere.contains(Segment(environment: "Sandbox")))
    }
}
