import Testing

@testable import PostgreSQLConnection

@Suite("Statements prepared at the server", .timeLimit(.minutes(15)))
struct PreparedStatementServerTests {
    private let count: PostgreSQLStatement = "SELECT count(*) AS count FROM pg_prepared_statements"

    @Test("are prepared once for each text, and not more than allowed")
    func limit() async throws {
        try await TestDatabase.withSession { settings in
            settings.maximumPreparedStatements = 4
        } _: { session in
            for round in 0..<3 {
                for number in 0..<10 {
                    let statement = PostgreSQLStatement("SELECT $1::int + \(number) AS sum", [.integer(Int64(round))])
                    #expect(try await session.run(statement).first?.value("sum") == round + number)
                }
            }
            for _ in 0..<3 {
                let kept = try await session.run(count).first?.value("count", as: Int.self)
                #expect(kept == 4)
            }
            #expect(await session.preparedCount == 4)
        }
    }

    @Test("with a fault are not kept, and those behind them have the same fault")
    func faulty() async throws {
        try await TestDatabase.withSession { session in
            let failures = await withTaskGroup(of: PostgreSQLError?.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        await TestDatabase.failure { try await session.run("SELECT nothing FROM nowhere") }
                    }
                }
                return await group.reduce(into: [PostgreSQLError?]()) { $0.append($1) }
            }
            #expect(failures.map { $0?.sqlState } == Array(repeating: "42P01", count: 20))
            #expect(await session.preparedCount == 0)
            // The table may come to be.
            try await session.run("CREATE TEMP TABLE nowhere (nothing int)")
            #expect(try await session.run("SELECT nothing FROM nowhere").isEmpty)
        }
    }

    @Test("are prepared anew for a table that a migration changed")
    func changedTable() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.run("CREATE TABLE changed_under_it AS SELECT 1 AS a")
            try await pool.withSession { session in
                #expect(try await session.run("SELECT * FROM changed_under_it").columns == ["a"])
                try await pool.run("ALTER TABLE changed_under_it ADD COLUMN b int DEFAULT 2")
                let row = try #require(try await session.run("SELECT * FROM changed_under_it").first)
                #expect(try row.value("b") == 2)
            }
        }
    }

    @Test("that the server forgot are prepared again")
    func forgotten() async throws {
        try await TestDatabase.withSession { session in
            #expect(try await session.run("SELECT 5 AS x").first?.value("x") == 5)
            try await session.run(PostgreSQLStatement("DEALLOCATE ALL", isPrepared: false))
            #expect(try await session.run("SELECT 5 AS x").first?.value("x") == 5)
        }
    }
}
