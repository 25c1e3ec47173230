/// A count and an amount that belong together.
struct Total: Sendable, Hashable {
    var count: Int64 = 0
    var amount: Amount = .zero

    static func + (left: Self, right: Self) -> Self {
        Total(count: left.count &+ right.count, amount: left.amount + right.amount)
    }

    mutating func add(_ sum: RowSum) {
        count &+= sum.count
        amount += sum.amount
    }
}

extension Sequence<RowSum> {
    /// All sums of these measures together.
    func total(_ measures: Measure...) -> Total {
        reduce(into: Total()) { total, sum in
            if measures.contains(sum.measure) { total.add(sum) }
        }
    }
}
