/// What one chain of transactions, or one customer, adds to a row.
public struct Contribution: Sendable, Hashable {
    /// The row.
    public var key: RowKey
    /// Added to the row's count.
    public var count: Int64
    /// Added to the row's amount.
    public var amount: Amount

    /// A contribution to a row.
    public init(_ key: RowKey, count: Int64, amount: Amount = .zero) {
        self.key = key
        self.count = count
        self.amount = amount
    }

    /// Whether it changes nothing.
    var isEmpty: Bool { count == 0 && amount == .zero }
}

extension Contribution {
    /// What must be added to the rows if a chain contributed one thing and contributes another now.
    ///
    /// - Parameters:
    ///   - former: What was added when it was booked last; empty if it never was.
    ///   - present: What it contributes by the facts that are known now; empty if it is to be forgotten.
    /// - Returns: One contribution for each row that changes, those that take away included.
    package static func changes(from former: [Contribution], to present: [Contribution]) -> [Contribution] {
        merged(former.map { Contribution($0.key, count: -$0.count, amount: -$0.amount) } + present)
    }

    /// One contribution for each row, in the order in which the rows came first; those that change nothing are left
    /// out.
    static func merged(_ contributions: [Contribution]) -> [Contribution] {
        var places: [RowKey: Int] = [:]
        var result: [Contribution] = []
        for contribution in contributions {
            if let place = places[contribution.key] {
                result[place].count &+= contribution.count
                result[place].amount += contribution.amount
            } else {
                places[contribution.key] = result.count
                result.append(contribution)
            }
        }
        return result.filter { !$0.isEmpty }
    }
}
