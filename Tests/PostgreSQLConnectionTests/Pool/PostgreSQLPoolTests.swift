import PostgreSQLConnection
import PostgreSQLSupport
import TestSupport
import Testing

@Suite("Sessions with the database", .timeLimit(.minutes(15)))
struct PostgreSQLPoolTests {
    @Test("are not more than allowed, and whoever waits too long is told so")
    func limits() async throws {
        let settings = try await TestDatabase.settings { settings in
            settings.maximumSessions = 2
            settings.waitDeadline = .milliseconds(300)
        }
        try await TestDatabase.withPool(settings) { pool in
            try await again { try await pool.run("SELECT 1") }
            try await pool.withSession { _ in
                // Opening a second one may take longer than a test wants to wait.
                try await again {
                    try await pool.withSession { _ in
                        #expect(pool.health.sessions == 2 && pool.health.used == 2)
                        let alone = await TestDatabase.failure { try await pool.withSession { _ in } }
                        #expect(alone?.kind == .poolExhausted)
                        let shared = await TestDatabase.failure { try await pool.run("SELECT 1") }
                        #expect(shared?.kind == .poolExhausted)
                    }
                }
            }
            #expect(pool.health.sessions == 2 && pool.health.used == 0 && pool.health.waiting == 0)
            #expect(pool.health.lastFailure == nil)
            try await pool.run("SELECT 1")
        }
    }

    @Test("are not too few where there is none yet: whoever waits hears that nobody answers")
    func unreachable() async throws {
        let listener = try SilentListener()
        var settings = try PostgreSQLSettings("postgres://a:hunter22@127.0.0.1:\(listener.port)/d")
        settings.connectDeadline = .seconds(600)
        settings.waitDeadline = .milliseconds(200)
        try await TestDatabase.withPool(settings) { pool in
            let failure = await TestDatabase.failure { try await pool.run("SELECT 1") }
            #expect(failure?.kind == .cannotConnect)
            let place = "postgres://a@127.0.0.1:\(listener.port)/d"
            #expect(failure?.reason == "no connection to \(place) came about within 0.2 seconds")
        }
        withExtendedLifetime(listener) {}
    }

    /// Tries as long as no session became free, or none came about.
    private func again<Value>(_ body: () async throws -> Value) async throws {
        while true {
            do {
                _ = try await body()
                return
            } catch let error as PostgreSQLError where [.poolExhausted, .cannotConnect].contains(error.kind) {}
        }
    }

    @Test("go to those who wait in the order in which they came")
    func order() async throws {
        try await TestDatabase.withPool {
            $0.maximumSessions = 1
        } _: { pool in
            let (order, continuation) = AsyncStream<Int>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await pool.withSession { _ in
                    for number in 0..<5 {
                        group.addTask { try await pool.withSession { _ in _ = continuation.yield(number) } }
                        await eventually { pool.health.waiting == number + 1 }
                    }
                }
                try await group.waitForAll()
            }
            continuation.finish()
            #expect(await order.reduce(into: []) { $0.append($1) } == [0, 1, 2, 3, 4])
        }
    }

    @Test("are no longer waited for by a task that was cancelled")
    func cancelled() async throws {
        try await TestDatabase.withPool {
            $0.maximumSessions = 1
        } _: { pool in
            try await pool.withSession { _ in
                let task = Task { try await pool.run("SELECT 1") }
                await eventually { pool.health.waiting == 1 }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(pool.health.waiting == 0)
            }
        }
    }

    @Test("are shared by statements, and opened one by one as they get busy")
    func sharing() async throws {
        try await TestDatabase.withPool {
            $0.maximumSessions = 3
        } _: { pool in
            let processes = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<300 {
                    group.addTask {
                        try await pool.run("SELECT pg_backend_pid() AS pid, pg_sleep(0.005)").first?.value(
                            "pid",
                            as: Int.self
                        )
                    }
                }
                return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
            }
            #expect(!processes.contains(nil))
            #expect((1...3).contains(processes.count))
            #expect(pool.health.sessions <= 3)
        }
    }

    @Test("are not asked for again at once after a lasting failure, and those who wait are told why")
    func lastingFailure() async throws {
        let cluster = try await DatabaseCluster.shared()
        var settings = try PostgreSQLSettings(cluster.connectionString(database: "no_such"))
        settings.connectDeadline = .seconds(600)
        settings.waitDeadline = .seconds(600)
        // None of those who wait sees the end of this pause.
        settings.backoff = Backoff(first: .seconds(600), longest: .seconds(600))
        try await TestDatabase.withPool(settings) { pool in
            for _ in 0..<2 {
                let failure = await TestDatabase.failure { try await pool.run("SELECT 1") }
                #expect(failure?.kind == .databaseMissing)
            }
            #expect(pool.health.lastFailure?.kind == .databaseMissing)
            #expect(pool.health.sessions == 0)
        }
    }
}
