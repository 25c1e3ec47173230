import NIOCore
import PostgreSQLConnection
import TestSupport
import Testing

@Suite("A connection that is cut", .timeLimit(.minutes(15)))
struct LostConnectionTests {
    @Test("by an administrator says so to what is under way, whose effect is not known then")
    func terminated() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.withSession { session in
                let process = await session.serverProcess
                async let first = TestDatabase.failure { try await session.run("SELECT pg_sleep(102)") }
                try await Activity.waitUntil(process, runs: "pg_sleep(102)", pool)
                async let second = TestDatabase.failure { try await session.run("SELECT 1", onlyReads: true) }
                try await pool.run(
                    PostgreSQLStatement("SELECT pg_terminate_backend($1::int)", [.integer(Int64(process))])
                )
                #expect(await first?.kind == .shutdown)
                #expect(await first?.mayHaveHappened == true)
                // Who only reads has no effect that could be in doubt.
                let read = await second
                #expect([.shutdown, .connectionLost].contains(read?.kind))
                #expect(read?.mayHaveHappened == false)
                #expect(await !session.isOpen)
            }
        }
    }

    @Test("while nobody uses it says why to the one who asks next, or is replaced before")
    func idle() async throws {
        try await TestDatabase.withPool { pool in
            let session = try await PostgreSQLSession.open(pool.settings, on: pool.eventLoops.next())
            let process = await session.serverProcess
            try await pool.run(PostgreSQLStatement("SELECT pg_terminate_backend($1::int)", [.integer(Int64(process))]))
            await eventually { await !session.isOpen }
            let failure = await TestDatabase.failure { try await session.run("SELECT 1") }
            #expect(failure?.kind == .shutdown)
            #expect(failure?.sqlState == "57P01")
            #expect(failure?.mayHaveHappened == false)
        }
    }

    @Test("is opened again by the pool, and who only reads does not notice")
    func replaced() async throws {
        try await TestDatabase.withPool {
            $0.maximumSessions = 3
        } _: { pool in
            for _ in 0..<5 {
                let others = """
                    SELECT count(pg_terminate_backend(pid)) AS count FROM pg_stat_activity
                    WHERE application_name = 'cut-again' AND pid <> pg_backend_pid()
                    """
                try await pool.withSession { one in
                    try await pool.withSession { other in
                        for session in [one, other] { try await session.run("SET application_name = 'cut-again'") }
                        try await one.run(PostgreSQLStatement(others))
                    }
                }
                let answers = try await withThrowingTaskGroup(of: Int?.self) { group in
                    for number in 0..<10 {
                        group.addTask {
                            let statement = PostgreSQLStatement("SELECT $1::int AS x", [.integer(Int64(number))])
                            return try await pool.read(statement).first?.value("x", as: Int.self)
                        }
                    }
                    return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
                }
                #expect(answers == Set((0..<10).map { $0 }))
            }
        }
    }

    @Test("in a transaction leaves nothing of it")
    func inTransaction() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.run("CREATE TABLE cut_through (x int)")
            let failure = await TestDatabase.failure {
                try await pool.transaction { transaction in
                    try await transaction.run("INSERT INTO cut_through VALUES (1)")
                    let process = try await transaction.run("SELECT pg_backend_pid() AS pid").first?.value(
                        "pid",
                        as: Int64.self
                    )
                    try await pool.run(
                        PostgreSQLStatement("SELECT pg_terminate_backend($1::int)", [.integer(process ?? 0)])
                    )
                    try await transaction.run("INSERT INTO cut_through VALUES (2)")
                }
            }
            #expect([.shutdown, .connectionLost].contains(failure?.kind))
            #expect(try await pool.run("SELECT count(*) AS count FROM cut_through").first?.value("count") == 0)
        }
    }
}
