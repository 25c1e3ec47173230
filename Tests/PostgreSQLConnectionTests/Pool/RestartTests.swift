import PostgreSQLConnection
import PostgreSQLSupport
import TestSupport
import Testing

@Suite("A database that restarts", .timeLimit(.minutes(5)))
struct RestartTests {
    @Test("crashes and comes back: clear errors meanwhile, nothing to be done afterwards", .tags(.slow))
    func restart() async throws {
        let cluster = try await DatabaseCluster.start(isDurable: true)
        var settings = try PostgreSQLSettings(cluster.connectionString(database: "postgres"))
        settings.waitDeadline = .milliseconds(500)
        settings.backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(200))
        try await TestDatabase.withPool(settings) { pool in
            try await again { try await pool.run("CREATE TABLE survivor AS SELECT 7 AS x") }
            try await pool.withSession { session in
                let process = await session.serverProcess
                async let cut = TestDatabase.failure { try await session.run("SELECT pg_sleep(104)") }
                try await Activity.waitUntil(process, runs: "pg_sleep(104)", pool)
                try await cluster.stop(.immediate)
                let failure = try #require(await cut)
                #expect([.connectionLost, .shutdown].contains(failure.kind))
                #expect(failure.mayHaveHappened)
            }
            let away = await TestDatabase.failure { try await pool.read("SELECT x FROM survivor") }
            #expect(away?.kind == .cannotConnect)
            try await cluster.startAgain()
            try await again {
                let row = try await pool.read("SELECT x FROM survivor").first
                #expect(try row?.value("x") == 7)
            }
            #expect(pool.health.lastFailure == nil)
        }
    }

    @Test("and only reads from then on says so, and writes again when it may", .tags(.slow))
    func readOnly() async throws {
        let cluster = try await DatabaseCluster.start()
        var settings = try PostgreSQLSettings(cluster.connectionString(database: "postgres"))
        settings.backoff = Backoff(first: .milliseconds(20), longest: .milliseconds(200))
        settings.waitDeadline = .seconds(1)
        try await TestDatabase.withPool(settings) { pool in
            try await again { try await pool.run("CREATE TABLE written (x int)") }
            try await cluster.setReadOnly(true)
            try await again {
                let vitals = try await pool.check(within: .seconds(600))
                #expect(vitals.isStandby)
            }
            let failure = await TestDatabase.failure { try await pool.run("INSERT INTO written VALUES (1)") }
            #expect(failure?.kind == .readOnly)
            #expect(failure?.mayHaveHappened == false)
        }
    }

    /// As a caller would who may wait: until the database is there.
    private func again<Value>(_ body: () async throws -> Value) async throws {
        var turns = Turns()
        while true {
            do {
                _ = try await body()
                return
            } catch let error as PostgreSQLError
                where [.cannotConnect, .startingUp, .connectionLost, .shutdown, .poolExhausted].contains(error.kind)
                && !Task.isCancelled
            {
                await turns.pass()
            }
        }
    }
}
