import PostgreSQLSupport
import Testing

@testable import PostgreSQLConnection

@Suite("What the server is told of a session", .timeLimit(.minutes(15)))
struct SessionSettingsTests {
    /// What holds for a session with this connection string.
    private static func settings(_ string: String, _ names: [String]) async throws -> [String: String] {
        var settings = try PostgreSQLSettings(string)
        settings.connectDeadline = .seconds(600)
        settings.waitDeadline = .seconds(600)
        return try await TestDatabase.withPool(settings) { pool in
            var found: [String: String] = [:]
            for name in names {
                let statement = PostgreSQLStatement("SELECT current_setting($1) AS value", [.text(name)])
                found[name] = try await pool.run(statement).first?.value("value")
            }
            return found
        }
    }

    private static let timeouts = [
        "idle_in_transaction_session_timeout", "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count",
        "tcp_user_timeout",
    ]

    @Test("lets it find out soon that this machine is gone, and give back its locks")
    func gone() async throws {
        let cluster = try await DatabaseCluster.shared()
        let found = try await Self.settings(cluster.networkAddress(), Self.timeouts)
        #expect(
            found == [
                "idle_in_transaction_session_timeout": "1min", "tcp_keepalives_idle": "30",
                "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3", "tcp_user_timeout": "30000",
            ]
        )
        // A socket of the same machine has none of TCP's.
        let local = try await Self.settings(cluster.connectionString(database: "postgres"), Self.timeouts)
        #expect(local["idle_in_transaction_session_timeout"] == "1min")
        #expect(local["tcp_keepalives_idle"] == "0")
    }

    @Test("goes behind what the connection string says of it, but where answers could not be read")
    func options() async throws {
        let cluster = try await DatabaseCluster.shared()
        let own = "-c tcp_keepalives_idle=77 -c idle_in_transaction_session_timeout=7min -c bytea_output=escape"
        let string =
            "host=127.0.0.1 port=\(cluster.port) user=\(DatabaseCluster.account) password=\(cluster.password) "
            + "dbname=postgres options='\(own)'"
        let names = Self.timeouts + ["bytea_output", "DateStyle"]
        let found = try await Self.settings(string, names)
        #expect(found["tcp_keepalives_idle"] == "77")
        #expect(found["idle_in_transaction_session_timeout"] == "7min")
        #expect(found["tcp_keepalives_count"] == "3")
        #expect(found["bytea_output"] == "hex")
        #expect(found["DateStyle"] == "ISO, MDY")
    }

    @Test(
        "has each commit on the disk before it is answered, whatever the database says",
        arguments: [("", "on"), ("off", "on"), ("local", "local"), ("remote_apply", "remote_apply")]
    )
    func durable(stated: String, expected: String) async throws {
        let cluster = try await DatabaseCluster.shared()
        let options = stated.isEmpty ? "" : "options='-c synchronous_commit=\(stated)'"
        let string =
            "host=127.0.0.1 port=\(cluster.port) user=\(DatabaseCluster.account) password=\(cluster.password) "
            + "dbname=postgres \(options)"
        #expect(try await Self.settings(string, ["synchronous_commit"]) == ["synchronous_commit": expected])
    }

    @Test("that is idle in a transaction for too long ends it, and its locks are free")
    func idle() async throws {
        try await TestDatabase.withPool { pool in
            try await pool.withSession { session in
                try await session.run("BEGIN")
                try await session.run("SELECT pg_advisory_xact_lock(20250401)")
                // The last thing that it asks: it may be slow until here.
                try await session.run("SET idle_in_transaction_session_timeout = 100")
                // Had the session kept it, this would wait.
                try await pool.run("SELECT pg_advisory_lock(20250401)", within: .seconds(300))
                let failure = await TestDatabase.failure { try await session.run("SELECT 1") }
                #expect(failure?.kind == .connectionLost)
            }
        }
    }

    @Test("is one statement, of which what stands in the options is left out")
    func statement() {
        let all = SessionSettings.statement(besides: nil)
        #expect(!all.isPrepared && all.values.isEmpty)
        #expect(all.text.hasPrefix("SELECT set_config('bytea_output', 'hex', false), "))
        #expect(all.text.contains("set_config('idle_in_transaction_session_timeout', '60s', false)"))
        let some = SessionSettings.statement(besides: "-c tcp_user_timeout=5 -c extra_float_digits=0")
        #expect(!some.text.contains("tcp_user_timeout") && some.text.contains("tcp_keepalives_count"))
        #expect(some.text.contains("'extra_float_digits', '1'"))
    }
}
