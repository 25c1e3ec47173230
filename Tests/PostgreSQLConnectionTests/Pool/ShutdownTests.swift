import Foundation
import PostgreSQLConnection
import TestSupport
import Testing

@Suite("The end of all sessions", .timeLimit(.minutes(15)))
struct ShutdownTests {
    @Test("waits for what is under way, and takes nothing more")
    func graceful() async throws {
        let pool = PostgreSQLPool(try await TestDatabase.settings())
        async let answer = pool.run("SELECT 5 AS x, pg_sleep(0.5)")
        await eventually { pool.health.used == 1 }
        await pool.shutDown(within: .seconds(60))
        #expect(try await answer.first?.value("x") == 5)
        #expect(await TestDatabase.failure { try await pool.run("SELECT 1") }?.kind == .refused)
        await pool.shutDown(within: .seconds(60))
    }

    @Test("cancels what takes longer, and refuses those who wait")
    func late() async throws {
        let pool = PostgreSQLPool(try await TestDatabase.settings { $0.maximumSessions = 1 })
        async let long = TestDatabase.failure {
            try await pool.withSession { try await $0.run("SELECT pg_sleep(103)") }
        }
        await eventually { pool.health.used == 1 }
        async let waiting = TestDatabase.failure { try await pool.withSession { _ in } }
        await eventually { pool.health.waiting == 1 }
        await pool.shutDown(within: .milliseconds(200))
        #expect([.deadlineExceeded, .refused].contains(await long?.kind))
        #expect(await waiting?.kind == .refused)
        #expect(pool.health.sessions == 0)
    }

    @Test("comes although the server does not answer")
    func silentServer() async throws {
        let settings = try await TestDatabase.settings { $0.cancelGrace = .milliseconds(300) }
        let pool = PostgreSQLPool(settings)
        let process = pid_t(
            try #require(try await pool.run("SELECT pg_backend_pid() AS x").first?.value("x", as: Int.self))
        )
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        async let answer = TestDatabase.failure { try await pool.run("SELECT 1") }
        await eventually { pool.health.used == 1 }
        await pool.shutDown(within: .milliseconds(200))
        #expect(await answer?.mayHaveHappened == true)
        #expect(pool.health.sessions == 0)
    }

    @Test("comes while it is being connected, and while that is paused for")
    func connecting() async throws {
        let listener = try SilentListener()
        for string in ["postgres://a@127.0.0.1:\(listener.port)/d", "host=/no/such/folder"] {
            let pool = PostgreSQLPool(try PostgreSQLSettings(string))
            async let answer = TestDatabase.failure { try await pool.run("SELECT 1") }
            await eventually { pool.health.waiting == 1 }
            await pool.shutDown(within: .seconds(60))
            #expect(await answer?.kind == .refused)
        }
    }
}
