import AppStoreModels
public import Entitlements
public import Foundation

/// Everything that one customer bought, for figures that count customers.
///
/// A chain knows nothing of who bought it, so these rows are kept apart, by customer, with the same
/// ``Contribution/changes(from:to:)``. At most 1 row for the customer, 1 for the first payment, and 1 for each of the
/// `LifetimeWindow.days` in which money came in, for each App Store; customers of one month and segment share them.
public struct CustomerPurchases: Sendable {
    /// When the customer was first seen; nil if only purchases are known.
    public var firstSeen: Date?
    /// All facts of the customer's chains.
    public var facts: PurchaseFacts

    /// The purchases of a customer.
    public init(firstSeen: Date?, facts: PurchaseFacts) {
        self.firstSeen = firstSeen
        self.facts = facts
    }

    /// What the customer adds to the rows of customers.
    ///
    /// The segment is that of the customer's first purchase, trials among them, so that a customer is counted once.
    ///
    /// - Parameters:
    ///   - app: The app, where no transaction names it.
    ///   - rules: What the App Store does not say.
    /// - Returns: One contribution for each row; none for a customer of whom no date is known.
    public func contributions(app: String = "", rules: FigureRules) -> [Contribution] {
        let bookings = PurchaseChain.chains(of: facts).map { chain in
            var booking = ChainBooking(chain, app: app, rules)
            booking.bookMoney()
            return booking
        }
        let byStore = Dictionary(grouping: bookings) { $0.chain.rows[0].fact.environment.rawValue }
        // A customer who has bought nothing is one of the real App Store.
        let stores = Set(byStore.keys).union(firstSeen == nil || !byStore.isEmpty ? [] : ["Production"])
        return Contribution.merged(
            stores.sorted().flatMap { contributions(in: $0, byStore[$0, default: []], app: app) }
        )
    }

    private func contributions(in store: String, _ bookings: [ChainBooking], app: String) -> [Contribution] {
        let rows = bookings.flatMap { booking in booking.chain.rows.map { (booking, $0) } }
        let first = rows.min { left, right in
            (left.1.start, left.1.fact.transactionID) < (right.1.start, right.1.fact.transactionID)
        }
        guard let seen = [firstSeen, first?.1.start].compactMap(\.self).min() else { return [] }
        let segment = first.map { $0.0.segment(of: $0.1) } ?? Segment(app: app, environment: store)
        let (day, month) = (Day(seen), Resolution.month.start(of: Day(seen)))
        func row(_ measure: Measure, step: Int32, count: Int64, amount: Amount = .zero) -> Contribution {
            let key = RowKey(measure, day: month, segment: segment, cohort: month.rawValue, step: step)
            return Contribution(key, count: count, amount: amount)
        }
        var result = [row(.customers, step: 0, count: 1)]
        let money = bookings.flatMap(\.contributions)
        let paid = money.filter { $0.key.measure == .sold && $0.amount > .zero }.map(\.key.day).min()
        if let paid { result.append(row(.payers, step: LifetimeWindow.containing(day.days(to: paid)), count: 1)) }
        for entry in money where entry.key.measure == .sold || entry.key.measure == .refunded {
            let window = LifetimeWindow.containing(day.days(to: entry.key.day))
            result.append(row(.customerRevenue, step: window, count: 0, amount: entry.amount))
        }
        return result
    }
}
