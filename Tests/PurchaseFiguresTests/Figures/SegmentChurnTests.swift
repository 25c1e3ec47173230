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
