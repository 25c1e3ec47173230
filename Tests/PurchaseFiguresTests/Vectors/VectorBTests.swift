import Entitlements
import PurchaseFigures
import Testing

@Suite("A change of product, a cheaper one and a return")
struct VectorBTests {
    private let shop: Shop

    init() throws {
        var shop = Shop()
        try shop.period("g1", of: "G", "monthly", "2026-01-20", "2026-02-20", "10")
        try shop.restate("g1", stated: "2026-02-15") { $0.isUpgraded = true }
        try shop.period("g2", of: "G", "yearly", "2026-02-15", "2027-02-15", "96")
        try shop.period("h1", of: "H", "monthly-plus", "2026-01-25", "2026-02-25", "20")
        try shop.period("h2", of: "H", "monthly", "2026-02-25", "2026-03-25", "10")
        try shop.period("i1", of: "I", "monthly", "2026-01-05", "2026-02-05", "10")
        try shop.period("i2", of: "I", "monthly", "2026-02-20", "2026-03-20", "10")
        self.shop = shop
    }

    @Test("Each change is booked at its own moment")
    func movement() throws {
        let lines = try shop.series(RecurringRevenueMovement.self, "2026-02-01", "2026-03-01").lines
        let values = Dictionary(uniqueKeysWithValues: lines.map { ($0.name, $0.points[0].value.text) })
        #expect(
            values == [
                "opening": "40", "new": "0", "reactivated": "10", "expansion": "0", "contraction": "-12",
                "churned": "-10", "transferred": "0", "closing": "28", "renewed": "10",
            ]
        )
        #expect(try shop.line(of: ActiveSubscriptions.self, "2026-02-01", "2026-03-01") == ["3"])
    }

    @Test("Who came back is churn, and not net of it")
    func churn() throws {
        #expect(try shop.line("churn", of: SubscriptionChurn.self, "2026-02-01", "2026-03-01") == ["0.333333"])
        #expect(try shop.line("net", of: SubscriptionChurn.self, "2026-02-01", "2026-03-01") == ["0"])
    }

    @Test(
        "A product's own movement adds up, too",
        arguments: [
            ("monthly", ["20", "-10", "10", "0", "-10", "10", "20"]),
            ("monthly-plus", ["20", "0", "0", "0", "0", "-20", "0"]),
            ("yearly", ["0", "0", "0", "0", "-2", "10", "8"]),
        ]
    )
    func byProduct(product: String, values: [String]) throws {
        let names = ["opening", "churned", "reactivated", "expansion", "contraction", "transferred", "closing"]
        let series = try shop.series(RecurringRevenueMovement.self, "2026-02-01", "2026-03-01", split: .product)
        let lines = names.map { name in series.lines.first { $0.segment == product && $0.name == name } }
        #expect(lines.map { $0?.points.first?.value.text } == values)
    }
}
