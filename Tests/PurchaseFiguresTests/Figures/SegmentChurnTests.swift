import Entitlements
import PurchaseFigures
import Testing

@Suite("Churn of one product, and of many segments")
struct SegmentChurnTests {
    private func churn(_ shop: Shop, _ split: SegmentDimension?, filter: SegmentFilter = SegmentFilter()) throws
        -> [String?: String?]
    {
        let series = try shop.series(SubscriptionChurn.self, "2026-02-01", "2026-03-01", filter: filter, split: split)
        let lines = series.lines.filter { $0.name == "churn" }
        return Dictionary(uniqueKeysWithValues: lines.map { ($0.segment, $0.points[0].value.text) })
    }

    /// Two have the large product all along. One comes from the small one in February and ends in it.
    private func shop() throws -> Shop {
        var shop = Shop()
        try shop.period("1", of: "1", "large", "2026-01-05", "2027-01-05", "96")
        try shop.period("2", of: "2", "small", "2026-01-10", "2026-02-10", "5")
        try shop.restate("2", stated: "2026-02-05") { $0.isUpgraded = true }
        try shop.period("3", of: "2", "large", "2026-02-05", "2027-02-05", "96")
        try shop.refund("3", "2026-02-20")
        return shop
    }

    @Test("Who came to a product in the period and left it was none of its subscriptions at the start")
    func transferred() throws {
        let shop = try shop()
        #expect(try churn(shop, nil) == [nil: "0.5"])
        #expect(try churn(shop, .product) == ["large": "0", "small": "0"])
        let filter = SegmentFilter([.product: ["large"]])
        #expect(try churn(shop, nil, filter: filter) == [nil: "0"])
        // The storefront was the same all along.
        #expect(try churn(shop, .storefront) == ["USA": "0.5"])
    }

    @Test("Who had come before the period counts for the product")
    func transferredBefore() throws {
        var shop = Shop()
        try shop.period("2", of: "2", "small", "2026-01-02", "2026-02-02", "5")
        try shop.restate("2", stated: "2026-01-20") { $0.isUpgraded = true }
        try shop.period("3", of: "2", "large", "2026-01-20", "2027-01-20", "96")
        try shop.refund("3", "2026-02-20")
        #expect(try churn(shop, .product) == ["large": "1", "small": nil])
    }

    /// Two in each country have the large product all along. One has it in Germany from the small one and America.
    private func movingShop(_ change: (inout PurchaseFact) -> Void) throws -> Shop {
        var shop = Shop()
        for number in 1...2 {
            try shop.period("a\(number)", of: "a\(number)", "large", "2026-01-05", "2027-01-05", "96")
            try shop.period("d\(number)", of: "d\(number)", "large", "2026-01-05", "2027-01-05", "96") { fact in
                fact.storefront = "DEU"
                fact.currency = "EUR"
            }
        }
        try shop.period("2", of: "2", "small", "2026-01-10", "2026-02-10", "5")
        try shop.restate("2", stated: "2026-02-05") { $0.isUpgraded = true }
        try shop.period("3", of: "2", "large", "2026-02-05", "2027-02-05", "96", change)
        try shop.refund("3", "2026-02-20")
        shop.rules.rates = try CurrencyRates(parsing: "date,currency,USD\n2020-01-01,EUR,1\n")
        return shop
    }

    /// What the upgraded purchase is, and the churn in each segment for a filter and a split.
    struct Move: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var storefront = "USA"
        var currency = "USD"
        var filter: [SegmentDimension: Set<String>]
        var split: SegmentDimension?
        var churn: [String?: String?]
    }

    private static let moves: [Move] = [
        Move(
            testDescription: "another product in the same country",
            filter: [.storefront: ["USA"]],
            split: .product,
            churn: ["large": "0", "small": "0"]
        ),
        Move(
            testDescription: "another product and country, told by both",
            storefront: "DEU",
            currency: "EUR",
            filter: [.storefront: ["DEU"]],
            split: .product,
            churn: ["large": "0"]
        ),
        Move(
            testDescription: "another product and currency, told by both",
            currency: "EUR",
            filter: [.currency: ["EUR"]],
            split: .product,
            churn: ["large": "0"]
        ),
        Move(
            testDescription: "all three, told by all of them",
            storefront: "DEU",
            currency: "EUR",
            filter: [.currency: ["EUR"], .storefront: ["DEU"]],
            split: .product,
            churn: ["large": "0"]
        ),
        // The chain was one of the country's three at the start.
        Move(
            testDescription: "another currency, told by country",
            currency: "EUR",
            filter: [:],
            split: .storefront,
            churn: ["USA": "0.333333", "DEU": "0"]
        ),
        Move(
            testDescription: "another country, told by currency",
            storefront: "DEU",
            filter: [:],
            split: .currency,
            churn: ["USD": "0.333333", "EUR": "0"]
        ),
        Move(
            testDescription: "another country and currency, told by both",
            storefront: "DEU",
            currency: "EUR",
            filter: [.currency: ["EUR"]],
            split: .storefront,
            churn: ["DEU": "0"]
        ),
    ]

    @Test("Who came and left in the period was none of the segment's, told by one member or several", arguments: moves)
    func moved(_ move: Move) throws {
        let shop = try movingShop { fact in
            fact.storefront = move.storefront
            fact.currency = move.currency
        }
        #expect(try churn(shop, move.split, filter: SegmentFilter(move.filter)) == move.churn)
    }

    @Test("However many periods are asked for, it is one question for what ended")
    func questions() throws {
        let request = try FigureRequest(day("2026-01-01")..<day("2027-01-01"), by: .day, asOf: day("2027-01-01"))
        #expect(SubscriptionChurn.queries(for: request).count == 3)
    }

    @Test("Of very many segments the largest are told, and the others together")
    func manySegments() throws {
        var shop = Shop()
        for number in 0..<230 { try shop.purchase("p\(number)", "product-\(number)", "2026-01-02", "1") }
        for number in 0..<3 { try shop.purchase("q\(number)", "product-7", "2026-01-03", "1") }
        let lines = try shop.series(Revenue.self, "2026-01-01", "2026-02-01", split: .product).lines
        let gross = lines.filter { $0.name == "gross" }
        #expect(gross.count == FigureSeries.maximumSegments)
        #expect(gross.last?.segment == FigureSeries.otherSegments)
        #expect(gross.last?.points[0].value.text == "31")
        #expect(gross.first { $0.segment == "product-7" }?.points[0].value.text == "4")
    }
}
