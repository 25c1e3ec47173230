import Entitlements
import Foundation

extension PurchaseChain {
    /// The periods of the subscription in the order in which they begin; none of what does not renew.
    func periods(_ rules: FigureRules) -> [ChainPeriod] {
        let rows = rows.filter(\.isSubscription)
        let statements = renewals.map(RenewalStatement.init)
        let replacements = rows.map(\.fact).replacementDates()
        var first = 0
        return rows.indices.map { index in
            let next = index + 1 < rows.count ? rows[index + 1] : nil
            // What was stated before a period began was about the one before.
            while first < statements.count, statements[first].statedDate < rows[index].start { first += 1 }
            var last = first
            while last < statements.count, next.map({ statements[last].statedDate < $0.start }) ?? true { last += 1 }
            let upgraded =
                rows[index].fact.isUpgraded
                ? Self.upgradedDate(of: rows[index], among: rows) : replacements[index]
            return period(rows[index], next: next, statements[first..<last], upgradedDate: upgraded, rules)
        }
    }

    private func period(
        _ row: ChainRow,
        next: ChainRow?,
        _ statements: ArraySlice<RenewalStatement>,
        upgradedDate: Date?,
        _ rules: FigureRules
    ) -> ChainPeriod {
        var end = max(row.expiry, Self.graceEnd(of: row, statements) ?? row.expiry)
        if let next, next.start > end, next.start.timeIntervalSince(end) <= rules.shortestLapse { end = next.start }
        return ChainPeriod(
            row: row,
            end: end,
            upgradedDate: upgradedDate,
            failure: Self.failure(of: row, next: next, statements, rules),
            renewals: statements
        )
    }

    /// The end of the grace period that was promised last, or when it was first said to be over.
    private static func graceEnd(of row: ChainRow, _ statements: ArraySlice<RenewalStatement>) -> Date? {
        guard let index = statements.lastIndex(where: { $0.graceEnd != nil }), let end = statements[index].graceEnd
        else { return nil }
        let over = statements[(index + 1)...].first?.statedDate
        return min(end, max(row.expiry, over ?? end))
    }

    /// When the other product began; where that is not known, when it was first said that there is one.
    private static func upgradedDate(of row: ChainRow, among rows: [ChainRow]) -> Date? {
        let other = rows.first { $0.fact.productID != row.fact.productID && $0.start >= row.start }?.start
        let said = row.statements.first(where: \.isUpgraded).map { max($0.statedDate, row.start) }
        return other ?? said
    }

    private static func failure(
        of row: ChainRow,
        next: ChainRow?,
        _ statements: ArraySlice<RenewalStatement>,
        _ rules: FigureRules
    ) -> BillingFailure? {
        guard let failing = statements.firstIndex(where: \.isFailing) else { return nil }
        let latest = row.expiry.addingTimeInterval(rules.billingRetryPeriod)
        let stopped = statements[failing...].first { !$0.isFailing }.map { max($0.statedDate, row.expiry) }
        let givenUp = min(stopped ?? latest, latest)
        let recovered = next.flatMap { next in
            next.start <= givenUp.addingTimeInterval(rules.shortestLapse) ? max(next.start, row.expiry) : nil
        }
        return BillingFailure(date: row.expiry, recoveredDate: recovered, givenUpDate: givenUp)
    }
}
