import Testing

@testable import PostgreSQLConnection

@Suite("A connection string")
struct ConnectionParametersTests {
    @Test(
        "is read in both of its forms",
        arguments: [
            "postgres://ann:s%40cret99@db.example:6543/shop?sslmode=require",
            "postgresql://ann:s%40cret99@db.example:6543/shop?sslmode=require",
            "host=db.example port=6543 user=ann password='s@cret99' dbname=shop sslmode=require",
        ]
    )
    func forms(string: String) throws {
        let parameters = try ConnectionParameters(string)
        #expect(parameters["host"] == "db.example")
        #expect(parameters["port"] == "6543")
        #expect(parameters["user"] == "ann")
        #expect(parameters["password"] == "s@cret99")
        #expect(parameters["dbname"] == "shop")
        #expect(parameters["sslmode"] == "require")
        let settings = try PostgreSQLSettings(string)
        #expect(settings.description == "postgres://ann@db.example:6543/shop")
        for text in ["\(settings)", String(reflecting: settings), "\(parameters)", String(reflecting: parameters)] {
            #expect(!text.contains("s@cret99") && !text.contains("s%40cret99"))
        }
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!dumped.contains("cret99"))
    }

    @Test(
        "that is none is refused, and nothing of it repeated",
        arguments: [
            "hunter22 is the password", "postgres://ann:hunter22%zz@host/db", "password='hunter22",
            "postgres://ann:hunter22@[::1/db", "nosuchkeyword=hunter22", "postgres://a:hunter22@h:5432/d?hunter22=1",
            "host=h password=hunter22\u{0}",
        ]
    )
    func refused(string: String) {
        let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLSettings(string) }
        #expect(error?.kind == .invalidSettings)
        #expect(error?.description.contains("hunter22") == false)
        #expect(error.map { String(reflecting: $0).contains("hunter22") } == false)
    }

    @Test("names its hosts, each with its port")
    func hosts() throws {
        let several = try ConnectionParameters("postgres://a,b:2,[::1]:3/d").hosts
        #expect(
            several == [
                HostEntry(name: "a", port: ""), HostEntry(name: "b", port: "2"), HostEntry(name: "::1", port: "3"),
            ]
        )
        #expect(try ConnectionParameters("host=a,b port=7").hosts?.map(\.port) == ["7", "7"])
        // Where the address is said, or only libpq knows the name, nothing is looked up.
        #expect(try ConnectionParameters("host=a hostaddr=1.2.3.4").hosts == nil)
        #expect(try ConnectionParameters("service=shop").hosts == nil)
        #expect(try ConnectionParameters("host=a,b port=1,2,3").hosts == nil)
    }

    @Test("goes to libpq with addresses, and with what this end needs")
    func keywords() throws {
        let parameters = try ConnectionParameters(
            "host=a port=7 keepalives_idle=5 client_encoding=LATIN1 options='-c x=1'"
        )
        let resolved = [
            HostEntry(name: "a", port: "7", address: "1.2.3.4"), HostEntry(name: "a", port: "7", address: "::1"),
        ]
        let all = parameters.keywords(resolved: resolved)
        let keywords = Dictionary(grouping: all) { $0.keyword }.mapValues { $0.map { $0.value } }
        #expect(keywords["host"] == ["a,a"])
        #expect(keywords["hostaddr"] == ["1.2.3.4,::1"])
        #expect(keywords["port"] == ["7,7"])
        #expect(keywords["keepalives_idle"] == ["5"])
        #expect(keywords["keepalives_count"] == ["3"])
        #expect(keywords["client_encoding"] == ["UTF8"])
        #expect(keywords["options"] == ["-c x=1"])
    }

    @Test("has nothing come with the connection that a pooler between refuses")
    func startup() throws {
        let all = try ConnectionParameters("postgres://ann@db.example/shop").keywords(resolved: nil)
        // PgBouncer takes these; the others are libpq's own affair and are not sent.
        let sent = Set(all.map { $0.keyword }).subtracting([
            "host", "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout",
        ])
        #expect(sent == ["user", "dbname", "client_encoding", "fallback_application_name"])
    }

    @Test("has its names looked up, and addresses and sockets left as they are")
    func resolved() throws {
        let entries = try HostEntry.resolve([
            HostEntry(name: "127.0.0.1", port: "1"), HostEntry(name: "/tmp", port: "2"),
            HostEntry(name: "no-such-name.invalid", port: "3"),
        ])
        #expect(entries == [HostEntry(name: "127.0.0.1", port: "1"), HostEntry(name: "/tmp", port: "2")])
        #expect(throws: PostgreSQLError(.cannotConnect, "")) {
            try HostEntry.resolve([HostEntry(name: "no-such-name.invalid", port: "")])
        }
        let local = try HostEntry.resolve([HostEntry(name: "localhost", port: "4")])
        #expect(local.contains(HostEntry(name: "localhost", port: "4", address: "127.0.0.1")))
    }
}
