import Foundation
import NIOCore
import PostgreSQLConnection
import PostgreSQLSupport
import TestSupport
import Testing

@Suite("Connecting", .timeLimit(.minutes(15)))
struct ConnectingTests {
    /// What asking fails with by this connection string.
    ///
    /// - Parameter wait: How long it is asked for; not to its end where the failure is a lasting one.
    private func failure(
        _ string: String,
        within deadline: Duration = .seconds(600),
        waiting wait: Duration = .seconds(600)
    ) async throws -> PostgreSQLError {
        var settings = try PostgreSQLSettings(string)
        settings.connectDeadline = deadline
        settings.waitDeadline = wait
        return try await TestDatabase.withPool(settings) { pool in
            try #require(await TestDatabase.failure { try await pool.run("SELECT 1") })
        }
    }

    @Test("works with TLS, the server's certificate and name believed")
    func encrypted() async throws {
        let cluster = try await DatabaseCluster.shared()
        let query = "sslmode=verify-full&sslrootcert=\(cluster.certificate.path)"
        var settings = try PostgreSQLSettings(cluster.networkAddress(query: query))
        settings.connectDeadline = .seconds(600)
        try await TestDatabase.withPool(settings) { pool in
            let vitals = try await pool.check(within: .seconds(600))
            #expect(vitals.isEncrypted)
            #expect(!vitals.isStandby)
            #expect(vitals.version.first?.isNumber == true)
            try await pool.withSession { session in
                #expect(await session.isEncrypted)
                #expect(await session.serverVersion > 120_000)
            }
            // More than one record of TLS, in both directions.
            let text = String(repeating: "x", count: 300_000)
            let statement = PostgreSQLStatement("SELECT $1::text AS text", [.text(text)])
            #expect(try await pool.run(statement).first?.value("text") == text)
        }
        let plain = try PostgreSQLSettings(cluster.networkAddress(query: "sslmode=disable"))
        try await TestDatabase.withPool(plain) { pool in
            let vitals = try await pool.check(within: .seconds(600))
            #expect(!vitals.isEncrypted)
        }
    }

    @Test("is refused where the certificate is somebody else's")
    func foreignCertificate() async throws {
        let cluster = try await DatabaseCluster.shared()
        let folder = try TemporaryFolder()
        let made = try await OpenSSL.run(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=localhost", "-keyout", "other.key", "-out", "other.crt",
            ],
            in: folder.url
        )
        #expect(made.status == 0)
        let query = "sslmode=verify-full&sslrootcert=\(folder.file("other.crt").path)"
        let error = try await failure(cluster.networkAddress(query: query))
        #expect(error.kind == .tlsFailed)
        #expect(error.description.contains("certificate"))
    }

    @Test("is refused for a wrong password at once, which stands nowhere in what is said")
    func wrongPassword() async throws {
        let cluster = try await DatabaseCluster.shared()
        let error = try await failure(cluster.networkAddress(password: "wrong-password-77"))
        #expect(error.kind == .authenticationFailed)
        #expect(error.description.contains("pg_hba.conf"))
        for text in ["\(error)", String(reflecting: error), error.reason, error.serverMessage ?? ""] {
            #expect(!text.contains("wrong-password-77"))
        }
    }

    @Test("is refused where there is no such database or account")
    func missing() async throws {
        let cluster = try await DatabaseCluster.shared()
        #expect(try await failure(cluster.connectionString(database: "no_such")).kind == .databaseMissing)
        let string = "host=\(cluster.folder.path) port=\(cluster.port) user=nobody_at_all dbname=postgres"
        #expect(try await failure(string).kind == .authenticationFailed)
    }

    @Test(
        "says that nobody answers, or that there is no such host",
        arguments: [
            "postgres://a:hunter22@127.0.0.1:1/d", "host=no-such-name.invalid password=hunter22",
            "host=/no/such/folder",
        ]
    )
    func nobody(string: String) async throws {
        let error = try await failure(string, waiting: .seconds(3))
        #expect(error.kind == .cannotConnect)
        #expect(!error.description.contains("hunter22"))
    }

    @Test("ends by its deadline where somebody listens and says nothing")
    func silence() async throws {
        let listener = try SilentListener()
        let error = try await failure(
            "postgres://a@127.0.0.1:\(listener.port)/d",
            within: .milliseconds(200),
            waiting: .seconds(3)
        )
        #expect(error.kind == .cannotConnect)
        #expect(error.reason.contains("within 0.2 seconds"))
    }

    @Test("ends with the task that wants it")
    func cancelled() async throws {
        let listener = try SilentListener()
        let settings = try PostgreSQLSettings("postgres://a@127.0.0.1:\(listener.port)/d")
        try await TestDatabase.withPool { pool in
            let eventLoop = pool.eventLoops.next()
            let task = Task { _ = try await PostgreSQLSession.open(settings, on: eventLoop) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("goes to the first of several hosts that answers")
    func severalHosts() async throws {
        let cluster = try await DatabaseCluster.shared()
        let string = """
            host=127.0.0.1,localhost port=1,\(cluster.port) user=\(DatabaseCluster.account) dbname=postgres \
            password=\(cluster.password) target_session_attrs=read-write
            """
        var settings = try PostgreSQLSettings(string)
        settings.connectDeadline = .seconds(600)
        try await TestDatabase.withPool(settings) { pool in
            let row = try await pool.run("SELECT 3 AS x").first
            #expect(try row?.value("x") == 3)
        }
    }

    @Test(
        "goes on to the next of several hosts where one says nothing",
        arguments: ["connect_timeout=2", "target_session_attrs=read-write", "target_session_attrs=prefer-standby"]
    )
    func silentHost(parameter: String) async throws {
        let cluster = try await DatabaseCluster.shared()
        let listener = try SilentListener()
        let string = """
            host=127.0.0.1,localhost port=\(listener.port),\(cluster.port) user=\(DatabaseCluster.account) dbname=postgres \
            password=\(cluster.password) \(parameter)
            """
        var settings = try PostgreSQLSettings(string)
        // However slow this machine is: it is tried again, and no try begins with the host that answers.
        settings.waitDeadline = .seconds(600)
        try await TestDatabase.withPool(settings) { pool in
            let row = try await pool.run("SELECT inet_server_port() AS port").first
            #expect(try row?.value("port") == cluster.port)
        }
        withExtendedLifetime(listener) {}
    }

    @Test("says which hosts said nothing, and goes by the time that the string gives each")
    func silentHosts() async throws {
        let listeners = [try SilentListener(), try SilentListener()]
        let ports = listeners.map { "\($0.port)" }.joined(separator: ",")
        let string = "host=127.0.0.1,127.0.0.1 port=\(ports) user=a connect_timeout=1"
        var settings = try PostgreSQLSettings(string)
        settings.connectDeadline = .seconds(600)
        // A session tries once, however long it takes; a pool might begin anew and be interrupted.
        let error = try await TestDatabase.withPool { [settings] pool in
            let eventLoop = pool.eventLoops.next()
            return try #require(
                await TestDatabase.failure { try await PostgreSQLSession.open(settings, on: eventLoop) }
            )
        }
        #expect(error.kind == .cannotConnect)
        #expect(error.reason.contains("within 2.0 seconds"))
        #expect(error.reason.contains("; nobody answered in time at 127.0.0.1, port \(listeners[0].port)"))
        withExtendedLifetime(listeners) {}
    }

    @Test("takes what the string does not say from libpq's variables")
    func variables() async throws {
        let cluster = try await DatabaseCluster.shared()
        let (folder, port) = (cluster.folder.path, "\(cluster.port)")
        await #expect(processExitsWith: .success) { [folder = folder as String, port = port as String] in
            for (name, value) in [
                ("PGHOST", folder), ("PGPORT", port), ("PGUSER", "purser"), ("PGDATABASE", "postgres"),
                ("PGAPPNAME", "by-variable"),
            ] { setenv(name, value, 1) }
            var settings = try PostgreSQLSettings("")
            settings.connectDeadline = .seconds(600)
            let pool = PostgreSQLPool(settings)
            let row = try await pool.run("SELECT current_setting('application_name') AS name, current_user AS account")
                .first
            #expect(try row?.value("name") == "by-variable")
            #expect(try row?.value("account") == "purser")
            await pool.shutDown(within: .seconds(1))
        }
    }
}

/// A port at which the kernel takes connections that nobody attends to.
final class SilentListener {
    let port: Int
    private let descriptor: CInt

    init() throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(descriptor, address, length) == 0, listen(descriptor, 8) == 0 else { return CInt(-1) }
                return getsockname(descriptor, address, &length)
            }
        }
        guard status == 0 else { throw POSIXError(.EADDRINUSE) }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}
