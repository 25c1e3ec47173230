import PostgreSQLConnection
import TestSupport
import Testing

@Suite("What is notified", .timeLimit(.minutes(15)))
struct PostgreSQLSignalsTests {
    @Test("comes in order to those who listen, whatever the channel is called")
    func order() async throws {
        try await TestDatabase.withPool { pool in
            let channel = "Näme with \"quotes\""
            let signals = PostgreSQLSignals(of: [channel, "other channel"], pool.settings).makeAsyncIterator()
            #expect(try await signals.next() == .lookAtEverything)
            for payload in ["1", "", "Ünïcode 🧺"] {
                try await pool.run(PostgreSQLStatement("SELECT pg_notify($1, $2)", [.text(channel), .text(payload)]))
            }
            // Nobody listens to this one.
            try await pool.run("NOTIFY elsewhere, 'no'")
            try await pool.run("NOTIFY \"other channel\", 'last'")
            var heard: [String] = []
            for _ in 0..<4 {
                guard case .notification(let notification) = try await signals.next() else { continue }
                #expect(notification.serverProcess > 0)
                heard.append("\(notification.channel): \(notification.payload)")
            }
            #expect(heard == ["\(channel): 1", "\(channel): ", "\(channel): Ünïcode 🧺", "other channel: last"])
        }
    }

    @Test("of a transaction comes when that is committed, and not if it is not")
    func transactional() async throws {
        try await TestDatabase.withPool { pool in
            let signals = PostgreSQLSignals(of: ["committed"], pool.settings).makeAsyncIterator()
            #expect(try await signals.next() == .lookAtEverything)
            struct Undo: Error {}
            await #expect(throws: Undo.self) {
                try await pool.transaction { transaction in
                    try await transaction.run("NOTIFY committed, 'undone'")
                    throw Undo()
                }
            }
            try await pool.transaction { _ = try await $0.run("NOTIFY committed, 'kept'") }
            guard case .notification(let notification) = try await signals.next() else {
                Issue.record("no notification came")
                return
            }
            #expect(notification.payload == "kept")
        }
    }

    @Test("is listened to again after the connection was cut, and everything is to be looked at then")
    func cut() async throws {
        try await TestDatabase.withPool { pool in
            let signals = PostgreSQLSignals(of: ["cut_channel"], pool.settings).makeAsyncIterator()
            #expect(try await signals.next() == .lookAtEverything)
            try await pool.run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN "cut_channel"%'
                """
            )
            guard case .interrupted(let error) = try await signals.next() else {
                Issue.record("the cut was not told")
                return
            }
            #expect(error.kind == .shutdown)
            #expect(try await signals.next() == .lookAtEverything)
            try await pool.run("NOTIFY cut_channel, 'again'")
            guard case .notification(let notification) = try await signals.next() else {
                Issue.record("no notification came")
                return
            }
            #expect(notification.payload == "again")
        }
    }

    @Test("is waited for as long as the task lives")
    func cancelled() async throws {
        let settings = try await TestDatabase.settings()
        let listening = Task {
            var heard = 0
            for try await _ in PostgreSQLSignals(of: ["silence"], settings) { heard += 1 }
            return heard
        }
        listening.cancel()
        await #expect(throws: CancellationError.self) { try await listening.value }
        var away = try PostgreSQLSettings("host=/no/such/folder")
        away.backoff = Backoff(first: .seconds(600), longest: .seconds(600))
        let signals = PostgreSQLSignals(of: ["silence"], away)
        let (interruptions, continuation) = AsyncStream<PostgreSQLError.Kind>.makeStream()
        let trying = Task {
            for try await signal in signals {
                if case .interrupted(let error) = signal { continuation.yield(error.kind) }
            }
        }
        var seen = interruptions.makeAsyncIterator()
        #expect(await seen.next() == .cannotConnect)
        trying.cancel()
        await #expect(throws: CancellationError.self) { try await trying.value }
    }
}
