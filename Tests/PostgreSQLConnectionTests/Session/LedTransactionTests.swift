import NIOPosix
import PostgreSQLConnection
import Testing

@Suite("A transaction that a thread leads", .timeLimit(.minutes(15)))
struct LedTransactionTests {
    private static func withThreads<Value: Sendable>(
        _ body: (PostgreSQLPool, NIOThreadPool) async throws -> Value
    ) async throws -> Value {
        let threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
        do {
            let value = try await TestDatabase.withPool { pool in try await body(pool, threads) }
            try await threads.shutdownGracefully()
            return value
        } catch {
            try await threads.shutdownGracefully()
            throw error
        }
    }

    private static func numbers(in table: String, _ pool: PostgreSQLPool) async throws -> [Int] {
        let rows = try await pool.run(PostgreSQLStatement("SELECT x FROM \(table) ORDER BY x"))
        return try rows.map { try $0.value("x") }
    }

    @Test("keeps what it carried out and knows how many rows changed")
    func commits() async throws {
        try await Self.withThreads { pool, threads in
            try await pool.run("CREATE TABLE led_commits (x int PRIMARY KEY)")
            let seen = try await pool.lead(on: threads) { transaction in
                for number in 1...3 {
                    try transaction.carryOut(
                        PostgreSQLStatement("INSERT INTO led_commits VALUES ($1)", [.integer(Int64(number))])
                    )
                }
                let inserted = try transaction.changedRows()
                try transaction.carryOut("UPDATE led_commits SET x = x + 10 WHERE x > 1")
                // A question between a change and the look at its count says nothing of that.
                let count = try transaction.ask("SELECT count(*) AS n FROM led_commits").first?.value("n", as: Int.self)
                return [inserted, count ?? 0, try transaction.changedRows()]
            }
            #expect(seen == [1, 3, 2])
            #expect(try await Self.numbers(in: "led_commits", pool) == [1, 12, 13])
        }
    }

    @Test("keeps nothing if its body throws, and its session serves the next")
    func rollsBack() async throws {
        struct Refusal: Error {}
        try await Self.withThreads { pool, threads in
            try await pool.run("CREATE TABLE led_rolls_back (x int PRIMARY KEY)")
            await #expect(throws: Refusal.self) {
                try await pool.lead(on: threads) { transaction in
                    try transaction.carryOut("INSERT INTO led_rolls_back VALUES (1)")
                    _ = try transaction.ask("SELECT 1")
                    throw Refusal()
                }
            }
            // One that throws before anything was sent has nothing to take back.
            await #expect(throws: Refusal.self) {
                try await pool.lead(on: threads) { transaction in
                    try transaction.carryOut("INSERT INTO led_rolls_back VALUES (2)")
                    throw Refusal()
                }
            }
            try await pool.lead(on: threads) { try $0.carryOut("INSERT INTO led_rolls_back VALUES (3)") }
            #expect(try await Self.numbers(in: "led_rolls_back", pool) == [3])
        }
    }

    @Test("tells the error of what was carried out, at the latest by the commit")
    func lateError() async throws {
        try await Self.withThreads { pool, threads in
            try await pool.run("CREATE TABLE led_late (x int PRIMARY KEY)")
            let byCommit = await TestDatabase.failure {
                try await pool.lead(on: threads) { transaction in
                    try transaction.carryOut("INSERT INTO led_late VALUES (1)")
                    try transaction.carryOut("INSERT INTO led_late VALUES (1)")
                }
            }
            #expect(byCommit?.kind == .uniqueViolation)
            let byQuestion = await TestDatabase.failure {
                try await pool.lead(on: threads) { transaction in
                    try transaction.carryOut("INSERT INTO led_late VALUES (2)")
                    try transaction.carryOut("INSERT INTO led_late VALUES (2)")
                    _ = try transaction.ask("SELECT 1")
                }
            }
            #expect(byQuestion?.kind == .uniqueViolation && byQuestion?.mayHaveHappened == false)
            #expect(try await Self.numbers(in: "led_late", pool).isEmpty)
        }
    }

    @Test("takes back what was done in a savepoint, and nothing else")
    func savepoints() async throws {
        struct Refusal: Error {}
        try await Self.withThreads { pool, threads in
            try await pool.run("CREATE TABLE led_savepoints (x int PRIMARY KEY)")
            let kinds = try await pool.lead(on: threads) { transaction in
                var kinds: [String] = []
                try transaction.carryOut("INSERT INTO led_savepoints VALUES (1)")
                try transaction.inSavepoint { try transaction.carryOut("INSERT INTO led_savepoints VALUES (2)") }
                for failing: () throws -> Void in [
                    { throw Refusal() }, { try transaction.carryOut("INSERT INTO led_savepoints VALUES (1)") },
                    {
                        _ = try transaction.ask("SELECT 1")
                        throw Refusal()
                    },
                ] {
                    do {
                        try transaction.inSavepoint {
                            try transaction.carryOut("INSERT INTO led_savepoints VALUES (9)")
                            try failing()
                        }
                    } catch let error as PostgreSQLError {
                        kinds.append(error.kind.rawValue)
                    } catch is Refusal {
                        kinds.append("refusal")
                    }
                }
                try transaction.carryOut("INSERT INTO led_savepoints VALUES (3)")
                return kinds
            }
            #expect(kinds == ["refusal", "uniqueViolation", "refusal"])
            #expect(try await Self.numbers(in: "led_savepoints", pool) == [1, 2, 3])
        }
    }

    @Test("is run again after a deadlock, until both are through")
    func deadlock() async throws {
        try await Self.withThreads { pool, threads in
            try await pool.run("CREATE TABLE led_deadlock (x int PRIMARY KEY, y int NOT NULL)")
            try await pool.run("INSERT INTO led_deadlock VALUES (1, 0), (2, 0)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for order in [[1, 2], [2, 1]] {
                    for _ in 0..<5 {
                        group.addTask {
                            try await pool.lead(on: threads, attempts: 50) { transaction in
                                for number in order {
                                    _ = try transaction.ask(
                                        PostgreSQLStatement(
                                            "UPDATE led_deadlock SET y = y + 1 WHERE x = $1",
                                            [.integer(Int64(number))]
                                        )
                                    )
                                }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let rows = try await pool.run("SELECT y FROM led_deadlock")
            #expect(try rows.map { try $0.value("y", as: Int.self) } == [10, 10])
        }
    }

    @Test("that only reads is refused a change, and sees one moment if it is to")
    func onlyReads() async throws {
        try await Self.withThreads { pool, threads in
            try await pool.run("CREATE TABLE led_only_reads (x int PRIMARY KEY)")
            let refused = await TestDatabase.failure {
                try await pool.lead(on: threads, onlyReads: true) {
                    try $0.carryOut("INSERT INTO led_only_reads VALUES (1)")
                }
            }
            #expect(refused?.kind == .readOnly)
            let counts = try await pool.lead(on: threads, isolation: .repeatableRead, onlyReads: true) { transaction in
                try (0..<2).map { _ in
                    try transaction.ask("SELECT count(*) AS n FROM led_only_reads").first?.value("n", as: Int.self)
                }
            }
            #expect(counts == [0, 0])
        }
    }

    @Test("gives values as the types of their columns have them")
    func values() async throws {
        try await TestDatabase.withSession { session in
            let row = try await session.run(
                """
                SELECT NULL::text, true, false, 7::smallint, -5::int, 9007199254740993::bigint, 0.5::float8,
                    sum(n)::numeric, 1.5::numeric, 'é'::text, '\\x00ff'::bytea FROM (VALUES (40), (2)) AS v (n)
                """
            ).first
            let values = try #require(row)
            #expect(
                try (0..<values.count).map { try values.value(at: $0) } == [
                    .null, 1, 0, 7, -5, 9_007_199_254_740_993, .real(0.5), 42, .real(1.5), .text("é"),
                    .bytes([0, 255]),
                ]
            )
            #expect(throws: PostgreSQLError(.unexpectedResult, "")) { try values.value(at: 11) }
        }
    }
}
