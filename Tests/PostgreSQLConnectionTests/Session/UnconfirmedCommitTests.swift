import NIOPosix
import PostgreSQLConnection
import PostgreSQLSupport
import TestSupport
import Testing

/// PostgreSQL answers a commit as any other when it is asked to cancel the wait for a standby.
@Suite("A commit that no standby has", .timeLimit(.minutes(15)))
struct UnconfirmedCommitTests {
    /// A server that waits for a standby that is away.
    private static func withLonelyServer(
        _ body: (_ pool: PostgreSQLPool, _ observer: PostgreSQLPool) async throws -> Void
    ) async throws {
        let cluster = try await DatabaseCluster.start()
        defer { withExtendedLifetime(cluster) {} }
        // The tests' servers are quick because they do not wait.
        let string = cluster.connectionString(database: "postgres") + " options='-c synchronous_commit=on'"
        var settings = try PostgreSQLSettings(string)
        settings.connectDeadline = .seconds(600)
        settings.waitDeadline = .seconds(600)
        settings.statementDeadline = .seconds(600)
        settings.cancelGrace = .seconds(60)
        // Who observes has sessions of his own, which no commit keeps busy.
        let all = settings
        try await TestDatabase.withPool(all) { observer in
            try await TestDatabase.withPool(all) { pool in
                try await demandStandby(pool, observer)
                try await body(pool, observer)
            }
        }
    }

    private static func demandStandby(_ pool: PostgreSQLPool, _ observer: PostgreSQLPool) async throws {
        try await pool.run("CREATE TABLE lonely (x int)")
        try await pool.run(
            PostgreSQLStatement("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", isPrepared: false)
        )
        try await pool.run("SELECT pg_reload_conf()")
        // It is a while until all of the server's processes know.
        let writing = Task {
            while !Task.isCancelled { try await pool.run("INSERT INTO lonely VALUES (0)") }
        }
        try await untilItWaits(observer)
        writing.cancel()
        _ = await writing.result
    }

    /// Lets other tasks go on until the server waits for a standby.
    private static func untilItWaits(_ observer: PostgreSQLPool) async throws {
        try await eventually {
            let row = try await observer.read(
                "SELECT count(*) AS count FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            ).first
            return try row?.value("count") == 1
        }
    }

    /// As an administrator would who is tired of waiting.
    private static func endTheWait(_ observer: PostgreSQLPool) async throws {
        try await untilItWaits(observer)
        _ = try await observer.read("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
    }

    private static func count(_ number: Int64, _ observer: PostgreSQLPool) async throws -> Int? {
        let statement = PostgreSQLStatement("SELECT count(*) AS count FROM lonely WHERE x = $1", [.integer(number)])
        return try await observer.read(statement).first?.value("count", as: Int.self)
    }

    @Test("by its deadline is not told as one that is safe, and the session goes on")
    func deadline() async throws {
        try await Self.withLonelyServer { pool, observer in
            try await pool.withSession { session async throws in
                let failure = await TestDatabase.failure {
                    try await TestDatabase.onceBegun {
                        try await session.run("INSERT INTO lonely VALUES (1)", within: .milliseconds(200))
                    }
                }
                #expect(failure?.kind == .unconfirmed)
                #expect(failure?.mayHaveHappened == true)
                #expect(failure?.isWorthRepeating == false)
                #expect(failure?.description.contains("synchronous_standby_names") == true)
                // Whoever only reads waits for nobody.
                #expect(try await session.run("SELECT 3 AS x", onlyReads: true).first?.value("x") == 3)
                #expect(await session.isOpen)
            }
            #expect(try await Self.count(1, observer) == 1)
        }
    }

    @Test("is not told as safe either where somebody else ended the wait")
    func administrator() async throws {
        try await Self.withLonelyServer { pool, observer in
            async let failure = TestDatabase.failure { try await pool.run("INSERT INTO lonely VALUES (2)") }
            try await Self.endTheWait(observer)
            #expect(await failure?.kind == .unconfirmed)
            #expect(await failure?.mayHaveHappened == true)

            async let transaction = TestDatabase.failure {
                try await pool.transaction { transaction in
                    try await transaction.run("INSERT INTO lonely VALUES (3)")
                }
            }
            try await Self.endTheWait(observer)
            #expect(await transaction?.kind == .unconfirmed)

            let threads = NIOThreadPool(numberOfThreads: 1)
            threads.start()
            async let led = TestDatabase.failure {
                try await pool.lead(on: threads) { try $0.carryOut("INSERT INTO lonely VALUES (4)") }
            }
            try await Self.endTheWait(observer)
            #expect(await led?.kind == .unconfirmed)
            try await threads.shutdownGracefully()
            // None of them was run again.
            for number in 2...4 { #expect(try await Self.count(Int64(number), observer) == 1) }
        }
    }

    @Test("is not told as safe when all sessions end")
    func shutdown() async throws {
        try await Self.withLonelyServer { pool, observer in
            async let failure = TestDatabase.failure { try await pool.run("INSERT INTO lonely VALUES (5)") }
            try await Self.untilItWaits(observer)
            await pool.shutDown(within: .milliseconds(200))
            #expect(await failure?.kind == .unconfirmed)
            #expect(await failure?.mayHaveHappened == true)
        }
    }
}
