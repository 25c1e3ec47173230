import PurchaseFigures

/// Adds up rows of figures.
struct FigureReader {
    let database: StorageDatabase

    /// The answer to a query, as ``FigureRows/sums(_:)`` gives it.
    func sums(_ query: RowQuery) throws -> [RowSum] {
        guard !query.measures.isEmpty, !query.days.isEmpty else { return [] }
        let (conditions, arguments) = conditions(query)
        let groups = RowQuery.Group.allCases.filter(query.groups.contains)
        var columns = ["measure"] + groups.map(\.rawValue)
        var source = "figure_row"
        if let dimension = query.dimension {
            columns.append("s.\(dimension.rawValue)")
            source += " JOIN figure_segment s ON s.id = segment"
        }
        let list = columns.joined(separator: ", ")
        let cursor = try StorageRow.fetchCursor(
            database,
            sql: """
                SELECT sum(count), sum(units), sum(nanos), \(list) FROM \(source)
                WHERE \(conditions.joined(separator: " AND ")) GROUP BY \(list)
                """,
            arguments: arguments
        )
        var sums: [RowSum] = []
        while let row = try cursor.next() { try sums.append(sum(row, groups, hasName: query.dimension != nil)) }
        return sums
    }

    private func sum(_ row: StorageRow, _ groups: [RowQuery.Group], hasName: Bool) throws -> RowSum {
        var sum = RowSum(
            Measure(rawValue: try row.decode(atIndex: 3)),
            count: try row.decode(atIndex: 0),
            amount: Amount(units: try row.decode(atIndex: 1), nanos: try row.decode(atIndex: 2))
        )
        for (index, group) in groups.enumerated() {
            let value = try row.decode(Int32.self, atIndex: 4 + index)
            switch group {
            case .day: sum.day = Day(rawValue: value)
            case .cohort: sum.cohort = value
            case .step: sum.step = value
            }
        }
        if hasName { sum.name = try row.decode(atIndex: 4 + groups.count) }
        return sum
    }

    private func conditions(_ query: RowQuery) -> ([String], StorageArguments) {
        var conditions = ["measure IN (\(Self.places(query.measures.count)))", "day >= ?", "day < ?"]
        var arguments = StorageArguments(query.measures.map(\.rawValue))
        arguments += [query.days.lowerBound.rawValue, query.days.upperBound.rawValue]
        if let cohorts = query.cohorts {
            conditions += ["cohort >= ?", "cohort < ?"]
            arguments += [cohorts.lowerBound, cohorts.upperBound]
        }
        if let steps = query.steps {
            conditions += ["step >= ?", "step <= ?"]
            arguments += [steps.lowerBound, steps.upperBound]
        }
        let chosen = query.filter.values.sorted { $0.key.rawValue < $1.key.rawValue }
        if !chosen.isEmpty {
            let members = chosen.map { "\($0.key.rawValue) IN (\(Self.places($0.value.count)))" }
            // Not joined: the few segments that count are found once.
            conditions.append("segment IN (SELECT id FROM figure_segment WHERE \(members.joined(separator: " AND ")))")
            for (_, values) in chosen { arguments += StorageArguments(values.sorted()) }
        }
        return (conditions, arguments)
    }

    private static func places(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }
}
