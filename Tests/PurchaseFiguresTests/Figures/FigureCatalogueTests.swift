import Entitlements
import Foundation
import PurchaseFigures
import Testing

@Suite("The catalogue of figures")
struct FigureCatalogueTests {
    @Test("Each has a name of its own and a definition of one sentence")
    func definitions() {
        #expect(Set(FigureCatalogue.all.map { $0.id }).count == FigureCatalogue.all.count)
        for figure in FigureCatalogue.all {
            #expect(figure.id.allSatisfy { $0.isLowercase || $0 == "-" }, "\(figure.id)")
            #expect(!figure.title.isEmpty)
            #expect(figure.definition.hasSuffix("."), "\(figure.id)")
            #expect(!figure.definition.dropLast().contains(". "), "\(figure.id) has more than a sentence")
            #expect(FigureCatalogue.figure(figure.id)?.id == figure.id)
        }
        #expect(FigureCatalogue.figure("profit") == nil)
    }

    @Test("All of them are answered of a shop, and of an empty one", arguments: FigureCatalogue.all.map { $0.id })
    func answered(id: String) throws {
        let figure = try #require(FigureCatalogue.figure(id))
        let full = try VectorA.shop().series(figure, "2026-01-01", "2026-07-01", by: .month)
        #expect(!full.lines.isEmpty)
        #expect(full.definition == figure.definition)
        #expect(full.missing == [])
        let empty = try Shop().series(figure, "2026-01-01", "2026-07-01", by: .month)
        for line in empty.lines {
            for point in line.points { #expect((point.value.decimal ?? 0) == 0, "\(id): \(line.name)") }
        }
    }

    @Test("The answer does not depend on the order of the sums", arguments: FigureCatalogue.all.map { $0.id })
    func order(id: String) throws {
        let figure = try #require(FigureCatalogue.figure(id))
        let shop = try VectorA.shop()
        let request = try FigureRequest(
            day("2026-01-01")..<day("2026-07-01"),
            by: .month,
            asOf: day("2026-08-01"),
            split: .product
        )
        let answers = figure.allQueries(for: request).map(shop.rows.sums)
        let series = FigureSeries(figure, answers: answers, request: request, rules: shop.rules)
        let other = FigureSeries(figure, answers: answers.map { $0.reversed() }, request: request, rules: shop.rules)
        #expect(series == other)
        #expect(series == shop.rows.series(figure, request, rules: shop.rules))
    }

    @Test("Revenue by storefront is split whatever is asked")
    func storefronts() throws {
        var shop = Shop()
        try shop.purchase("1", "coins", "2026-01-02", "5") { $0.storefront = "DEU" }
        try shop.purchase("2", "coins", "2026-01-03", "7")
        let lines = try shop.series(RevenueByStorefront.self, "2026-01-01", "2026-02-01").lines
        #expect(lines.map(\.segment) == ["DEU", "USA"])
        #expect(lines.map { $0.points[0].value.text } == ["5", "7"])
    }

    @Test("Active subscriptions are told by the product of the moment")
    func products() throws {
        let lines = try VectorA.shop().series(ActiveByProduct.self, "2026-02-04", "2026-02-05").lines
        let values = Dictionary(uniqueKeysWithValues: lines.map { ($0.segment, $0.points[0].value.text) })
        #expect(values == ["monthly": "1", "weekly": "1", "yearly": "1", "three-months": "1"])
    }

    @Test("A customer who buys two things is one customer, of the first of them")
    func oneCustomer() throws {
        var shop = Shop()
        shop.firstSeen = ["1": try day("2026-01-01")]
        try shop.period("1", of: "1", "monthly", "2026-01-02", "2026-02-02", "10")
        try shop.period("2", of: "1", "yearly", "2026-02-02", "2027-02-02", "96")
        let series = try shop.series(LifetimeValue.self, "2026-01-01", "2026-02-01", split: .product)
        #expect(series.lines.map(\.segment) == ["monthly"])
        #expect(series.lines[0].points.last?.value == .average(total: Amount(units: 106), count: 1))
        let window = series.lines[0].points.first { $0.step == 30 }
        #expect(window?.value.text == "10")
    }

    @Test("Someone who was seen and bought nothing counts among the customers")
    func visitor() throws {
        var shop = Shop()
        shop.firstSeen = ["nobody": try day("2026-01-01")]
        #expect(try shop.line(of: ConversionToPaying.self, "2026-01-01", "2026-02-01") == ["0"])
        #expect(CustomerPurchases(firstSeen: nil, facts: .init()).contributions(rules: shop.rules) == [])
    }
}
