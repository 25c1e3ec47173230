import Entitlements
import Foundation
import PurchaseFigures

private func showFigures(_ facts: PurchaseFacts, _ days: Range<Day>, now: Date) throws {
    let rates = try CurrencyRates(parsing: "date,currency,USD\n2026-01-01,EUR,1.0832")
    let rules = FigureRules(rates: rates)
    let rows = FigureRows(rules.contributions(of: facts))

    let request = try FigureRequest(days, by: .month, asOf: Day(now), split: .product)
    let series = rows.series(MonthlyRecurringRevenue.self, request, rules: rules)
    print(series.definition)
    print(series.csv)
}

private func showWeeks() {
    let rows = WeekFactor.allCases.map { factor in
        (factor, factor.monthly(7, per: .days(7))?.text(decimals: 2))
    }
    print(rows)
}

private func showProceeds() {
    let germany = ProceedsRules.Row(
        from: Day(Date(timeIntervalSince1970: 1_767_225_600)),
        storefront: "DEU",
        tax: .rate(Decimal(19) / 100),
        commission: Decimal(15) / 100
    )
    print(germany.netOfTax(Decimal(1190) / 100), germany.proceeds(Decimal(1190) / 100))
}

private func showKeeping(_ facts: PurchaseFacts, _ rules: FigureRules, _ rows: inout FigureRows) -> [Contribution] {
    var former: [Contribution] = []
    let present = rules.contributions(of: facts)
    rows.add(Contribution.changes(from: former, to: present))
    former = present
    return former
}

private func showQueries(_ rows: FigureRows, _ request: FigureRequest, _ rules: FigureRules) -> FigureSeries {
    let queries = MonthlyRecurringRevenue.allQueries(for: request)
    let answers = queries.map { query in rows.sums(query) }
    let series = FigureSeries(MonthlyRecurringRevenue.self, answers: answers, request: request, rules: rules)
    return series
}
