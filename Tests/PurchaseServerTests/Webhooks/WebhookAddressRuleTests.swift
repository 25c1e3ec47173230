import Foundation
import Testing

@testable import PurchaseServer

@Suite("Where webhooks may be")
struct WebhookAddressRuleTests {
    @Test(
        "Addresses of this machine, its neighbours and nobody are private",
        arguments: [
            "127.0.0.1", "127.255.255.255", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1",
            "169.254.169.254", "100.64.0.1", "198.18.0.1", "192.0.2.1", "224.0.0.1", "255.255.255.255", "::1", "::",
            "fe80::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1",
            "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::1", "2002:c0a8:1::", "2001:db8::1", "2001::1",
            "192.0.0.8", "192.88.99.1", "198.51.100.7", "203.0.113.7", "240.0.0.1",
            // Translated without state, and NAT64 of a network's own.
            "::ffff:0:127.0.0.1", "::ffff:0:17.253.144.10", "64:ff9b:1::11fd:900a", "64:ff9b::1:11fd:900a",
            // To be thrown away, a dummy, segments, site-local, and what nobody has.
            "100::1", "100:0:0:1::1", "5f00::1", "fec0::1", "1::1", "4000::1", "8000::1",
            // Protocols, their ends, and both prefixes of documentation.
            "2001:1ff:ffff::1", "2001:db8:ffff::1", "3fff::1", "3fff:fff:ffff::1", "2002:a9fe:a9fe::1",
            "none", "", "127.1", "0x7f000001",
        ]
    )
    func isPrivate(address: String) { #expect(PrivateAddress.contains(address)) }

    @Test(
        "Others are not",
        arguments: [
            "1.1.1.1", "17.253.144.10", "172.32.0.1", "100.128.0.1", "192.169.0.1", "2606:4700::1111",
            "2a01:b740::1", "::ffff:17.253.144.10", "64:ff9b::11fd:900a", "2002:11fd:900a::1", "192.0.1.1",
            "198.17.255.255", "198.20.0.1", "223.255.255.254", "2001:200::1", "2001:db7:ffff::1", "2001:db9::1",
            "3ffe:ffff::1", "3fff:1000::1",
        ]
    )
    func isPublic(address: String) { #expect(!PrivateAddress.contains(address)) }

    private static func rule(_ found: [String], allowsPrivate: Bool = false) -> WebhookAddressRule {
        WebhookAddressRule(allowsPrivate: allowsPrivate) { _ in found }
    }

    @Test("A name goes to the address that was judged")
    func judged() async throws {
        let rule = Self.rule(["17.253.144.10", "17.253.144.11"])
        #expect(try await rule.destination(of: "https://example.com/hook") == "17.253.144.10")
    }

    @Test(
        "A name that stands for a private address, also among others, goes nowhere",
        arguments: [["127.0.0.1"], ["17.253.144.10", "10.0.0.1"], ["::1"], []]
    )
    func refused(found: [String]) async {
        await #expect(throws: WebhookAddressRule.Refusal.self) {
            _ = try await Self.rule(found).destination(of: "https://example.com/hook")
        }
    }

    @Test(
        "What is no https address is refused before any name is looked up",
        arguments: ["http://example.com/", "ftp://example.com", "example.com", "https://", "https://a:99999/", ""]
    )
    func noAddress(text: String) async {
        let rule = WebhookAddressRule(allowsPrivate: false) { _ in
            Issue.record("looked up")
            return ["17.253.144.10"]
        }
        await #expect(throws: WebhookAddressRule.Refusal.self) { _ = try await rule.destination(of: text) }
    }

    @Test("Where private addresses are allowed nothing is looked up, and http may be spoken")
    func allowed() async throws {
        let rule = WebhookAddressRule(allowsPrivate: true) { _ in
            Issue.record("looked up")
            return []
        }
        #expect(try await rule.destination(of: "http://127.0.0.1:8080/hook") == nil)
    }

    @Test("The system's look-up reads addresses that are numbers", arguments: ["127.0.0.1", "::1"])
    func system(address: String) async throws {
        #expect(try await WebhookAddressRule.system(address) == [address])
    }
}
