/// The table of rows, in memory: what a server keeps in its database.
///
/// It grows with the days, the segments and the cohorts, not with the transactions: a row that comes to nothing is
/// removed.
public struct FigureRows: Sendable, Hashable {
    private var values: [RowKey: Value] = [:]

    private struct Value: Sendable, Hashable {
        var count: Int64
        var amount: Amount
    }

    /// A table without rows.
    public init() {}

    /// A table to which all of these were added.
    public init(_ contributions: some Sequence<Contribution>) {
        add(contributions)
    }

    /// How many rows there are.
    public var count: Int { values.count }

    /// All rows, in no order.
    public var all: [Contribution] {
        values.map { Contribution($0.key, count: $0.value.count, amount: $0.value.amount) }
    }

    /// Adds contributions, or what `Contribution.changes(from:to:)` says.
    public mutating func add(_ contributions: some Sequence<Contribution>) {
        for contribution in contributions {
            var value = values[contribution.key] ?? Value(count: 0, amount: .zero)
            value.count &+= contribution.count
            value.amount += contribution.amount
            values[contribution.key] = value.count == 0 && value.amount == .zero ? nil : value
        }
    }

    /// The sums that a query asks for, in no order.
    public func sums(_ query: RowQuery) -> [RowSum] {
        var places: [RowSum.Place: Int] = [:]
        var result: [RowSum] = []
        for (key, value) in values where query.matches(key) {
            let place = RowSum.Place(
                measure: key.measure,
                day: query.groups.contains(.day) ? key.day : .distantPast,
                cohort: query.groups.contains(.cohort) ? key.cohort : 0,
                step: query.groups.contains(.step) ? key.step : 0,
                name: query.dimension.map { key.segment[$0] } ?? ""
            )
            if let index = places[place] {
                result[index].count &+= value.count
                result[index].amount += value.amount
            } else {
                places[place] = result.count
                result.append(RowSum(place, count: value.count, amount: value.amount))
            }
        }
        return result
    }
}

extension RowSum {
    fileprivate struct Place: Hashable {
        let measure: Measure
        let day: Day
        let cohort: Int32
        let step: Int32
        let name: String
    }

    fileprivate init(_ place: Place, count: Int64, amount: Amount) {
        self.init(
            place.measure,
            day: place.day,
            cohort: place.cohort,
            step: place.step,
            name: place.name,
            count: count,
            amount: amount
        )
    }
}
