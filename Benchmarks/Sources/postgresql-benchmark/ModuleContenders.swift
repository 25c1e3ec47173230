import PostgreSQLConnection

/// What this package does in place of a plain loop and of pgbench.
enum ModuleContenders {
    /// - Returns: Rows a second.
    static func insert(_ rows: NotificationRows, _ pool: PostgreSQLPool, tasks: Int, seconds: Int) async throws
        -> Double
    {
        let start = ContinuousClock.now
        let first = RowNumbers.next()
        let written = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    var next = first + task * 100_000_000
                    let begin = next
                    while ContinuousClock.now - start < .seconds(seconds) {
                        _ = try await pool.run(together: rows.statements(from: next))
                        next += NotificationRows.batch
                    }
                    return next - begin
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(written) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// - Parameter accounts: How many rows there are to choose from.
    /// - Returns: Look-ups a second.
    static func lookUp(_ accounts: Int, _ pool: PostgreSQLPool, tasks: Int, seconds: Int) async throws -> Double {
        let start = ContinuousClock.now
        let answered = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    var count = 0
                    while ContinuousClock.now - start < .seconds(seconds) {
                        let statement = PostgreSQLStatement(
                            "SELECT abalance FROM pgbench_accounts WHERE aid = $1",
                            [.integer(.random(in: 1...Int64(accounts)))]
                        )
                        guard try await pool.read(statement).first?.value("abalance", as: Int.self) != nil else {
                            throw BenchmarkError(description: "an account is missing")
                        }
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(answered) / ((ContinuousClock.now - start) / .seconds(1))
    }
}
