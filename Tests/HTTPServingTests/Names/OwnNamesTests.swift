import Testing

@testable import HTTPServing

@Suite("The names of a server")
struct OwnNamesTests {
    @Test(
        "A server for this machine answers by its names and by those it was given",
        arguments: [
            ("localhost:80", true), ("127.0.0.1", true), ("[::1]:8080", true), ("shop.test:8080", true),
            ("SHOP.test", true), ("evil.example", false), ("192.168.1.5", false), ("shop.test.evil.example", false),
            ("", false),
        ]
    )
    func loopback(authority: String, isOwn: Bool) {
        let names = OwnNames(host: "127.0.0.1", allowed: ["Shop.test"])
        #expect(names.contain(authority: authority) == isOwn)
    }

    @Test(
        "A server for other machines answers by any address besides, but by no foreign name",
        arguments: [
            ("192.168.1.5:8081", true), ("[fe80::1]:8081", true), ("localhost", true), ("store:8081", true),
            ("evil.example", false), ("192.168.1.5.evil.example", false),
        ]
    )
    func others(authority: String, isOwn: Bool) {
        let names = OwnNames(host: "0.0.0.0", allowed: ["store"])
        #expect(names.contain(authority: authority) == isOwn)
    }

    @Test("The name that it listens by is its own")
    func listening() {
        #expect(OwnNames(host: "Store.local").contain(authority: "store.local:8081"))
    }

    @Test(
        "What is no name is refused",
        arguments: ["", "http://shop.test", "shop.test:80", "shop test", "shop.test/", "häuschen.test"]
    )
    func mistakes(name: String) {
        #expect(OwnNames.mistake(in: name)?.hasPrefix("\"\(name)\" is no name of a machine") == true)
        #expect(OwnNames.mistake(in: "shop.test") == nil)
        #expect(OwnNames.mistake(in: "fe80::1") == nil)
    }
}
