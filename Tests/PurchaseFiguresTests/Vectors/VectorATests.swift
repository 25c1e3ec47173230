import Entitlements
import Foundation
import PurchaseFigures
import Testing

@Suite("Five customers in dollars")
struct VectorATests {
    private let shop: Shop

    init() throws { shop = try VectorA.shop() }

    /// What stands at 00:00 of a day.
    struct Stand: CustomTestStringConvertible, Sendable {
        var day: String
        var subscriptions: String
        var trials: String
        var mrr: String
        var arr: String
        var testDescription: String { day }
    }

    private static let stands: [Stand] = [
        Stand(day: "2026-01-16", subscriptions: "2", trials: "1", mrr: "20", arr: "240"),
        Stand(day: "2026-02-01", subscriptions: "4", trials: "0", mrr: "57", arr: "684"),
        // The charge of D failed, and its grace period runs.
        Stand(day: "2026-02-05", subscriptions: "4", trials: "0", mrr: "57", arr: "684"),
        Stand(day: "2026-02-07", subscriptions: "3", trials: "0", mrr: "29", arr: "348"),
        // The refund of the day after changes nothing before it.
        Stand(day: "2026-03-01", subscriptions: "3", trials: "0", mrr: "29", arr: "348"),
        Stand(day: "2026-03-03", subscriptions: "2", trials: "0", mrr: "19", arr: "228"),
        Stand(day: "2026-04-01", subscriptions: "2", trials: "0", mrr: "19", arr: "228"),
    ]

    @Test("What stands at the beginning of a day", arguments: stands)
    func stand(_ stand: Stand) throws {
        let before = try day(stand.day).adding(days: -1).description
        #expect(try shop.line(of: ActiveSubscriptions.self, before, stand.day) == [stand.subscriptions])
        #expect(try shop.line(of: ActiveTrials.self, before, stand.day) == [stand.trials])
        #expect(try shop.line(of: MonthlyRecurringRevenue.self, before, stand.day) == [stand.mrr])
        #expect(try shop.line(of: AnnualRecurringRevenue.self, before, stand.day) == [stand.arr])
    }

    @Test(
        "Weeks count as in the dashboard one comes from",
        arguments: [(WeekFactor.fourWeeks, "57.00"), (.calendar, "59.42"), (.adapty, "59.43")]
    )
    func weeks(factor: WeekFactor, mrr: String) throws {
        var shop = shop
        shop.rules.weekFactor = factor
        let value = try shop.series(MonthlyRecurringRevenue.self, "2026-01-31", "2026-02-01").lines[0].points[0].value
        guard case .money(let amount) = value else { throw Unexpected() }
        #expect(amount.text(decimals: 2) == mrr)
    }

    struct Unexpected: Error {}

    /// A line of a figure by month from January to March.
    struct Months: CustomTestStringConvertible, Sendable {
        var figure: any PurchaseFigure.Type
        var line: String
        var values: [String?]
        var testDescription: String { "\(figure.id): \(line)" }

        init(_ figure: any PurchaseFigure.Type, _ line: String, _ values: [String?]) {
            (self.figure, self.line, self.values) = (figure, line, values)
        }
    }

    private static let months: [Months] = [
        Months(RecurringRevenueMovement.self, "opening", ["0", "57", "29"]),
        Months(RecurringRevenueMovement.self, "new", ["57", "0", "0"]),
        Months(RecurringRevenueMovement.self, "churned", ["0", "-28", "-10"]),
        Months(RecurringRevenueMovement.self, "reactivated", ["0", "0", "0"]),
        Months(RecurringRevenueMovement.self, "expansion", ["0", "0", "0"]),
        Months(RecurringRevenueMovement.self, "contraction", ["0", "0", "0"]),
        Months(RecurringRevenueMovement.self, "closing", ["57", "29", "19"]),
        // The second week of D, and the second month of A.
        Months(RecurringRevenueMovement.self, "renewed", ["28", "10", "0"]),
        Months(SubscriptionChurn.self, "churn", [nil, "0.25", "0.333333"]),
        Months(RevenueChurn.self, "churn", [nil, "0.491228", "0.344828"]),
        Months(TrialConversion.self, "converted", ["0.5", nil, nil]),
        Months(TrialConversion.self, "started", ["2", "0", "0"]),
        Months(Revenue.self, "gross", ["171", "10", "0"]),
        Months(Revenue.self, "net", ["171", "10", "-10"]),
        Months(RevenueByPurchaseDate.self, "net", ["171", "0", "0"]),
        Months(RefundRate.self, "purchases", ["0", "1", nil]),
        Months(NewAndLost.self, "new", ["4", "0", "0"]),
        Months(NewAndLost.self, "lost", ["0", "1", "1"]),
        Months(RenewalRate.self, "renewed", ["1", "0.5", "0"]),
    ]

    @Test("January, February and March", arguments: months)
    func byMonth(_ expected: Months) throws {
        let line = try shop.line(expected.line, of: expected.figure, "2026-01-01", "2026-04-01", by: .month)
        #expect(line == expected.values)
    }

    @Test("A trial that may still convert is pending")
    func pendingTrial() throws {
        let line = { (name: String) throws in
            try shop.line(name, of: TrialConversion.self, "2026-01-15", "2026-01-16", asOf: "2026-01-16")
        }
        #expect(try line("pending") == ["1"])
        #expect(try line("lost") == ["0"])
        let point = try shop.series(TrialConversion.self, "2026-01-15", "2026-01-16", asOf: "2026-01-16").lines[0]
            .points
        #expect(point.map(\.isComplete) == [false])
        let later = try shop.series(TrialConversion.self, "2026-01-15", "2026-01-16", asOf: "2026-02-01").lines[0]
            .points
        #expect(later.map(\.isComplete) == [true])
    }

    @Test(
        "Proceeds",
        arguments: [("0.15", ["145.35", "8.5", "-8.5"]), ("0.30", ["119.7", "7", "-7"])]
    )
    func proceeds(commission: String, values: [String]) throws {
        var shop = shop
        let share = try #require(Decimal(string: commission))
        shop.rules.proceeds = ProceedsRules([.init(from: try day("2020-01-01"), commission: share)])
        #expect(try shop.line("proceeds", of: Revenue.self, "2026-01-01", "2026-04-01", by: .month) == values)
    }

    @Test("Refunds of all that was sold")
    func refunds() throws {
        let series = try shop.series(RefundRate.self, "2026-01-01", "2026-04-01")
        #expect(series.lines.map { $0.points.map(\.value.text) } == [["0.166667"], ["0.055249"]])
    }

    @Test("The value of January's customers", arguments: [(0, "1.4"), (3, "6.8"), (7, "34.2"), (30, "34.2")])
    func lifetimeValue(window: Int, value: String) throws {
        let line = try shop.series(LifetimeValue.self, "2026-01-01", "2026-02-01").lines[0]
        #expect(line.name == "2026-01-01")
        #expect(line.points.first { $0.step == window }?.value.text == value)
    }

    @Test("The value by what was known on a day", arguments: [("2026-03-01", "36.2"), ("2026-03-03", "34.2")])
    func lifetimeValue(known: String, value: String) throws {
        let line = try shop.known(before: known).series(LifetimeValue.self, "2026-01-01", "2026-02-01").lines[0]
        #expect(line.points.last?.value.text == value)
    }

    @Test("The value of those who pay")
    func payers() throws {
        let line = try shop.series(LifetimeValuePerPayer.self, "2026-01-01", "2026-02-01").lines[0]
        #expect(line.points.first { $0.step == 30 }?.value == .average(total: Amount(units: 171), count: 4))
        #expect(line.points.first { $0.step == 30 }?.value.text == "42.75")
        #expect(try shop.line(of: ConversionToPaying.self, "2026-01-01", "2026-02-01") == ["0.8"])
    }

    @Test("The weeks of D")
    func retention() throws {
        let weekly = SegmentFilter([.product: ["weekly"]])
        let line = try shop.series(CohortRetention.self, "2026-01-01", "2026-02-01", filter: weekly).lines[0]
        #expect(line.points.map(\.step) == [1, 2])
        #expect(line.points.map(\.value.text) == ["1", "0"])
    }

    @Test("A consumable is revenue and nothing else")
    func consumable() throws {
        var other = shop
        try other.purchase("u1", "coins", "2026-01-12", "5")
        #expect(try other.line("gross", of: Revenue.self, "2026-01-01", "2026-02-01") == ["176"])
        #expect(try other.line(of: MonthlyRecurringRevenue.self, "2026-01-01", "2026-02-01") == ["57"])
        #expect(try other.line(of: ActiveSubscriptions.self, "2026-01-01", "2026-02-01") == ["4"])
        #expect(try other.line("churn", of: SubscriptionChurn.self, "2026-02-01", "2026-03-01") == ["0.25"])
    }
}
