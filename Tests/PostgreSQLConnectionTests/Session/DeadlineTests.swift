import Foundation
import PostgreSQLConnection
import TestSupport
import Testing

@Suite("The end of a statement that takes too long", .timeLimit(.minutes(15)))
struct DeadlineTests {
    private func withSessions(
        _ settings: PostgreSQLSettings,
        _ body: (PostgreSQLSession, PostgreSQLSession) async throws -> Void
    ) async throws {
        try await TestDatabase.withPool(settings) { pool in
            try await pool.withSession { first in
                try await pool.withSession { second in try await body(first, second) }
            }
        }
    }

    @Test("is brought about at the server, and the session goes on")
    func deadline() async throws {
        try await TestDatabase.withSession { session in
            let process = await session.serverProcess
            let failure = await TestDatabase.failure {
                try await session.run("SELECT pg_sleep(100)", within: .milliseconds(200))
            }
            #expect(failure?.kind == .deadlineExceeded)
            #expect(failure?.mayHaveHappened == false)
            let row = try await session.run("SELECT 3 AS x").first
            #expect(try row?.value("x") == 3)
            #expect(await session.serverProcess == process)
        }
    }

    @Test("spares those that are sent with it")
    func innocent() async throws {
        try await TestDatabase.withSession { session in
            async let late = TestDatabase.failure {
                try await session.run("SELECT pg_sleep(100)", within: .milliseconds(300))
            }
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let statement = PostgreSQLStatement(
                            "SELECT $1::int AS x, pg_sleep(0.01)",
                            [.integer(Int64(number))]
                        )
                        return try await session.run(statement).first?.value("x", as: Int.self) ?? -1
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(answers == Set(0..<20))
            #expect(await late?.kind == .deadlineExceeded)
        }
    }

    @Test("comes for one that waits behind another, too, and it is not run then")
    func queued() async throws {
        // Its caller is told when all of this grace is over, and the server has half of it to cancel when the turn comes.
        let settings = try await TestDatabase.settings { $0.cancelGrace = .seconds(8) }
        try await withSessions(settings) { holder, session in
            try await session.run("CREATE TEMP TABLE waited (x int)")
            // The first goes on for as long as somebody else has the lock: until the second has been told.
            try await holder.run("SELECT pg_advisory_lock(20250101)")
            async let first = session.run("SELECT pg_advisory_lock_shared(20250101), 4 AS x")
            // Sent behind it, not before it.
            await eventually { await session.hasRequests }
            let failure = await TestDatabase.failure {
                try await TestDatabase.onceBegun {
                    try await session.run("INSERT INTO waited SELECT 1 FROM pg_sleep(30)", within: .milliseconds(200))
                }
            }
            #expect(failure?.kind == .deadlineExceeded)
            #expect(failure?.mayHaveHappened == true)
            try await holder.run("SELECT pg_advisory_unlock(20250101)")
            #expect(try await first.first?.value("x") == 4)
            // It was cancelled as soon as its turn came.
            #expect(try await session.run("SELECT count(*) AS count FROM waited").first?.value("count") == 0)
        }
    }

    @Test("does not strike what is sent after it, however late the request to cancel is")
    func lateCancel() async throws {
        try await LateCancels.with { way, parameters in
            var settings = try PostgreSQLSettings(parameters)
            settings.cancelGrace = .seconds(600)
            try await withSessions(settings) { holder, session in
                try await holder.run("SELECT pg_advisory_lock(20250102), pg_advisory_lock(20250103)")
                async let first = TestDatabase.onceBegun {
                    try await session.run(
                        "SELECT pg_advisory_lock_shared(20250102), 4 AS x",
                        within: .milliseconds(1)
                    )
                }
                await eventually { await way.kept == 1 }
                // It is done before the request to cancel gets there.
                try await holder.run("SELECT pg_advisory_unlock(20250102)")
                #expect(try await first.first?.value("x") == 4)
                async let next = session.run("SELECT pg_advisory_lock_shared(20250103), 5 AS x")
                await eventually { await session.hasRequests }
                // Were it sent at once, it would be at the server by then.
                for _ in 0..<50 { try await holder.run("SELECT 1") }
                await way.letGo()
                await eventually { await way.delivered == 1 }
                try await holder.run("SELECT pg_advisory_unlock(20250103)")
                #expect(try await next.first?.value("x") == 5)
            }
        }
    }

    @Test("comes with the end of the task that waits")
    func cancelledTask() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.withSession { session in
                let process = await session.serverProcess
                let task = Task { try await session.run("SELECT pg_sleep(100)") }
                try await Activity.waitUntil(process, runs: "pg_sleep(100)", pool)
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(try await session.run("SELECT 3 AS x").first?.value("x") == 3)
                let before = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try await session.run("SELECT 1")
                }
                await #expect(throws: CancellationError.self) { try await before.value }
            }
        }
    }

    @Test("does not come with the end of the task where it was said so")
    func stays() async throws {
        let settings = try await TestDatabase.settings()
        try await withSessions(settings) { holder, session in
            try await holder.run("SELECT pg_advisory_lock(20250102)")
            let task = Task {
                try await session.run(
                    "SELECT 5 AS x, pg_advisory_lock_shared(20250102)",
                    onlyReads: true,
                    endsWithTask: false
                ).first?.value("x", as: Int.self)
            }
            await eventually { await session.hasRequests }
            task.cancel()
            try await holder.run("SELECT pg_advisory_unlock(20250102)")
            #expect(try await task.value == 5)
        }
    }

    @Test("of somebody else's making is told as that")
    func cancelledByOther() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.withSession { session in
                let process = await session.serverProcess
                async let failure = TestDatabase.failure { try await session.run("SELECT pg_sleep(101)") }
                try await Activity.waitUntil(process, runs: "pg_sleep(101)", pool)
                try await pool.run(PostgreSQLStatement("SELECT pg_cancel_backend($1::int)", [.integer(Int64(process))]))
                #expect(await failure?.kind == .cancelled)
            }
        }
    }

    @Test("comes although the server does not answer at all; the session is given up")
    func silentServer() async throws {
        let settings = try await TestDatabase.settings { $0.cancelGrace = .milliseconds(300) }
        try await TestDatabase.withPool(settings) { pool in
            try await pool.withSession { session in
                let process = pid_t(await session.serverProcess)
                kill(process, SIGSTOP)
                defer { kill(process, SIGCONT) }
                let failure = await TestDatabase.failure {
                    try await TestDatabase.onceBegun { try await session.run("SELECT 1", within: .milliseconds(200)) }
                }
                #expect(failure?.kind == .deadlineExceeded)
                #expect(failure?.mayHaveHappened == true)
                #expect(await !session.isOpen)
                #expect(await TestDatabase.failure { try await session.run("SELECT 1") }?.kind == .connectionLost)
            }
            #expect(try await pool.run("SELECT 3 AS x").first?.value("x") == 3)
        }
    }
}

/// What the server's processes are at.
enum Activity {
    /// Lets other tasks go on until a process of the server runs a statement that has this in it.
    static func waitUntil(_ process: Int, runs text: String, _ pool: PostgreSQLPool) async throws {
        try await eventually {
            let statement = PostgreSQLStatement(
                "SELECT count(*) AS count FROM pg_stat_activity WHERE pid = $1 AND state = 'active' AND query LIKE $2",
                [.integer(Int64(process)), .text("%\(text)%")]
            )
            return try await pool.run(statement).first?.value("count") == 1
        }
    }
}
