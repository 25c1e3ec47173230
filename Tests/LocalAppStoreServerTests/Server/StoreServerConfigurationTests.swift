import Testing

@testable import LocalAppStoreServer

@Suite("Where the server may listen")
struct StoreServerConfigurationTests {
    @Test(
        "This machine's own addresses need no permission",
        arguments: ["127.0.0.1", "127.8.9.10", "::1", "localhost"]
    )
    func loopback(host: String) throws {
        try StoreServerConfiguration(host: host).check()
    }

    @Test(
        "Other addresses need one",
        arguments: ["0.0.0.0", "::", "192.168.1.5", "example.com", "127.0.0.1.example.com", "127.0.0.999", "127.1", ""]
    )
    func otherMachines(host: String) throws {
        let error = try #require(throws: StoreServerError.self) { try StoreServerConfiguration(host: host).check() }
        #expect(error.code == .notLoopback)
        try StoreServerConfiguration(host: host, acceptsOtherMachines: true).check()
    }

    @Test("A port is a number that ports have", arguments: [(-1, false), (0, true), (65_535, true), (65_536, false)])
    func port(number: Int, isValid: Bool) throws {
        let configuration = StoreServerConfiguration(port: number)
        if isValid {
            try configuration.check()
        } else {
            let error = try #require(throws: StoreServerError.self) { try configuration.check() }
            #expect(error.code == .invalidPort)
        }
    }

    @Test("A name to be asked by is a machine's, and limits can work")
    func namesAndLimits() throws {
        try StoreServerConfiguration(allowedNames: ["store.test", "192.168.1.5"]).check()
        let name = try #require(throws: StoreServerError.self) {
            try StoreServerConfiguration(allowedNames: ["http://store.test"]).check()
        }
        #expect(name.code == .invalidName)
        var configuration = StoreServerConfiguration()
        configuration.limits.connections = 0
        let limit = try #require(throws: StoreServerError.self) { try configuration.check() }
        #expect(limit.code == .invalidLimit)
        #expect(limit.reason == "connections is 0; it must be at least 1")
    }

    @Test(
        "Where it listens on all addresses, certificates name one that can be asked",
        arguments: [
            ("127.0.0.1", [], "127.0.0.1"), ("0.0.0.0", [], "127.0.0.1"), ("::", [], "[::1]"), ("::1", [], "[::1]"),
            ("0.0.0.0", ["store.test"], "store.test"), ("::", ["fd00::7"], "[fd00::7]"),
            ("192.168.1.5", ["store.test"], "192.168.1.5"),
        ]
    )
    func reachable(host: String, names: [String], reachable: String) {
        let configuration = StoreServerConfiguration(host: host, acceptsOtherMachines: true, allowedNames: names)
        #expect(configuration.reachableURLHost == reachable)
    }
}
