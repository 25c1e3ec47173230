import HTTPServing
import Testing

@testable import PurchaseServer

@Suite("Where the purchase server may listen")
struct AccessTests {
    private func check(host: String, key: APIKey?, names: [String] = []) throws {
        let world = try World()
        var configuration = world.configuration
        configuration.host = host
        configuration.apiKey = key
        configuration.allowedNames = names
        try configuration.check()
    }

    @Test("On this machine it needs no key", arguments: ["127.0.0.1", "::1", "localhost"])
    func loopback(host: String) throws {
        try check(host: host, key: nil)
    }

    @Test("Elsewhere it does", arguments: ["0.0.0.0", "::", "192.168.1.5", "shop.test", "127.0.0.1.shop.test"])
    func elsewhere(host: String) throws {
        let error = try #require(throws: PurchaseServerError.self) { try check(host: host, key: nil) }
        #expect(error.code == .keyMissing)
        try check(host: host, key: APIKey("open sesame"))
    }

    @Test("It answers by every name only where it demands a key and was given no names")
    func names() throws {
        var configuration = try World().configuration
        #expect(configuration.ownNames?.contain(authority: "localhost:8080") == true)
        #expect(configuration.ownNames?.contain(authority: "evil.example") == false)
        configuration.apiKey = APIKey("open sesame")
        #expect(configuration.ownNames == nil)
        configuration.allowedNames = ["shop.test"]
        #expect(configuration.ownNames?.contain(authority: "shop.test") == true)
        #expect(configuration.ownNames?.contain(authority: "evil.example") == false)
    }

    @Test("What is no name, and a limit that cannot work, are refused")
    func mistakes() throws {
        let error = try #require(throws: PurchaseServerError.self) {
            try check(host: "127.0.0.1", key: nil, names: ["http://shop.test"])
        }
        #expect(error.code == .configuration)
        var configuration = try World().configuration
        configuration.limits.bodySeconds = 0
        #expect(throws: PurchaseServerError.self) { try configuration.check() }
    }
}
