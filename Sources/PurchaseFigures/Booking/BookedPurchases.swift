import AppStoreModels
package import Entitlements
package import Foundation

/// Purchases of one customer, booked one after the other, and what the customer contributes by them.
///
/// What a chain contributes is found out once for the rows of chains and those of customers.
package struct BookedPurchases {
    private let app: String
    private var chains: [(chain: PurchaseChain, money: [Contribution])] = []

    /// - Parameter app: The app, where no transaction names it.
    package init(app: String) { self.app = app }

    /// Adds what is known of one chain, or of several.
    ///
    /// - Returns: What it contributes to the rows of chains, as ``FigureRules/contributions(of:app:)``.
    package mutating func add(_ facts: PurchaseFacts, by rules: FigureRules) -> [Contribution] {
        let found = PurchaseChain.chains(of: facts).map { chain in
            (chain, chain.contributions(app: app, rules: rules))
        }
        for (chain, contributions) in found { add(chain, contributions) }
        return found.count == 1 ? found[0].1 : Contribution.merged(found.flatMap { $0.1 })
    }

    /// - Parameter contributions: What the chain contributes; of these the money counts.
    mutating func add(_ chain: PurchaseChain, _ contributions: [Contribution]) {
        let money = contributions.filter { $0.key.measure == .sold || $0.key.measure == .refunded }
        chains.append((chain, money))
    }

    /// What the customer contributes to the rows of customers, as ``CustomerPurchases/contributions(app:rules:)``.
    ///
    /// - Parameter firstSeen: When the customer was first seen; nil if only purchases are known.
    package func contributions(firstSeen: Date?) -> [Contribution] {
        let byStore = Dictionary(grouping: chains) { $0.chain.rows[0].fact.environment.rawValue }
        // A customer who has bought nothing is one of the real App Store.
        let stores = Set(byStore.keys).union(firstSeen == nil || !byStore.isEmpty ? [] : ["Production"])
        return Contribution.merged(
            stores.sorted().flatMap { contributions(in: $0, byStore[$0, default: []], firstSeen) }
        )
    }

    private func contributions(
        in store: String,
        _ chains: [(chain: PurchaseChain, money: [Contribution])],
        _ firstSeen: Date?
    ) -> [Contribution] {
        let rows = chains.flatMap { entry in entry.chain.rows.map { (entry.chain, $0) } }
        let first = rows.min { left, right in
            (left.1.start, left.1.fact.transactionID) < (right.1.start, right.1.fact.transactionID)
        }
        guard let seen = [firstSeen, first?.1.start].compactMap(\.self).min() else { return [] }
        let segment = first.map { $0.0.segment(of: $0.1, app: app) } ?? Segment(app: app, environment: store)
        let (day, month) = (Day(seen), Resolution.month.start(of: Day(seen)))
        func row(_ measure: Measure, step: Int32, count: Int64, amount: Amount = .zero) -> Contribution {
            let key = RowKey(measure, day: month, segment: segment, cohort: month.rawValue, step: step)
            return Contribution(key, count: count, amount: amount)
        }
        var result = [row(.customers, step: 0, count: 1)]
        let money = chains.flatMap(\.money)
        let paid = money.filter { $0.key.measure == .sold && $0.amount > .zero }.map(\.key.day).min()
        if let paid { result.append(row(.payers, step: LifetimeWindow.containing(day.days(to: paid)), count: 1)) }
        for entry in money {
            let window = LifetimeWindow.containing(day.days(to: entry.key.day))
            result.append(row(.customerRevenue, step: window, count: 0, amount: entry.amount))
        }
        return result
    }
}
