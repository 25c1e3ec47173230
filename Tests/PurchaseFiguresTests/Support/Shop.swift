import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures
import Testing

/// The purchases of a small shop, written down as a table.
struct Shop {
    var facts = PurchaseFacts()
    /// When customers were first seen, by their chain.
    var firstSeen: [String: Day] = [:]
    var rules = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))

    /// A period of a chain, in US dollars unless something else is said.
    mutating func period(
        _ id: String,
        of chain: String,
        _ product: String,
        _ start: String,
        _ end: String,
        _ price: String,
        stated: String? = nil,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) throws {
        var fact = PurchaseFact(
            transactionID: id,
            originalTransactionID: chain,
            productID: product,
            environment: .production,
            purchaseDate: try moment(start),
            statedDate: try moment(stated ?? start)
        )
        fact.expiresDate = try moment(end)
        fact.productType = .autoRenewableSubscription
        let money: Decimal = try #require(Decimal(string: price))
        fact.price = money
        fact.currency = "USD"
        fact.storefront = "USA"
        fact.bundleID = "com.example.shop"
        if fact.price == 0 { fact.isFreeTrial = true }
        change(&fact)
        facts.insert(fact)
    }

    /// A purchase that does not renew.
    mutating func purchase(
        _ id: String,
        _ product: String,
        _ date: String,
        _ price: String,
        _ change: (inout PurchaseFact) -> Void = { _ in }
    ) throws {
        try period(id, of: id, product, date, date, price) { fact in
            fact.expiresDate = nil
            fact.productType = .consumable
            change(&fact)
        }
    }

    /// A later statement about a transaction, the newest one with a change.
    mutating func restate(_ id: String, stated: String, _ change: (inout PurchaseFact) throws -> Void) throws {
        var fact = try #require(
            facts.purchases.filter { $0.transactionID == id }.max { $0.statedDate < $1.statedDate }
        )
        fact.statedDate = try moment(stated)
        try change(&fact)
        facts.insert(fact)
    }

    mutating func refund(_ id: String, _ date: String, percentage: Int? = nil) throws {
        let day = try moment(date)
        try restate(id, stated: date) { fact in
            fact.revocationDate = day
            fact.revocationPercentage = percentage
        }
    }

    mutating func renewal(of chain: String, stated: String, _ change: (inout RenewalFact) throws -> Void) throws {
        var fact = RenewalFact(
            originalTransactionID: chain,
            environment: .production,
            statedDate: try moment(stated)
        )
        try change(&fact)
        facts.insert(fact)
    }

    /// What had been stated before a day.
    func known(before day: String) throws -> Shop {
        let end = try moment(day)
        var shop = self
        shop.facts = PurchaseFacts(
            purchases: facts.purchases.filter { $0.statedDate < end },
            renewals: facts.renewals.filter { $0.statedDate < end }
        )
        return shop
    }

    /// The rows of all chains, and of the customers who were seen.
    var rows: FigureRows {
        var rows = FigureRows(rules.contributions(of: facts))
        for (chain, day) in firstSeen {
            let own = PurchaseFacts(
                purchases: facts.purchases.filter { $0.originalTransactionID == chain },
                renewals: facts.renewals.filter { $0.originalTransactionID == chain }
            )
            rows.add(CustomerPurchases(firstSeen: day.start, facts: own).contributions(rules: rules))
        }
        return rows
    }

    /// A series over days that are written `2026-01-01`, asked long after.
    func series(
        _ figure: any PurchaseFigure.Type,
        _ start: String,
        _ end: String,
        by resolution: Resolution? = nil,
        asOf: String = "2030-01-01",
        filter: SegmentFilter = SegmentFilter(),
        split: SegmentDimension? = nil
    ) throws -> FigureSeries {
        let request = try FigureRequest(
            day(start)..<day(end),
            by: resolution,
            asOf: day(asOf),
            filter: filter,
            split: split
        )
        return rows.series(figure, request, rules: rules)
    }

    /// The values of one line, as text.
    func line(
        _ name: String? = nil,
        of figure: any PurchaseFigure.Type,
        _ start: String,
        _ end: String,
        by resolution: Resolution? = nil,
        asOf: String = "2030-01-01"
    ) throws -> [String?] {
        let series = try series(figure, start, end, by: resolution, asOf: asOf)
        let line = try #require(name == nil ? series.lines.first : series.lines.first { $0.name == name })
        return line.points.map(\.value.text)
    }
}

/// `2026-01-31`, or with a time as in `2026-01-31T12:00:00Z`.
func moment(_ text: String) throws -> Date {
    try #require(RFC3339.date(from: text.count == 10 ? text + "T00:00:00Z" : text))
}

func day(_ text: String) throws -> Day { try #require(Day(text)) }
