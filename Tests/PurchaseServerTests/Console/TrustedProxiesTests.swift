import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import PurchaseServer

@Suite("Who asks through a proxy")
struct TrustedProxiesTests {
    @Test(
        "is the first from the end whom no trusted proxy stands for",
        arguments: [
            ("198.51.100.9", ["203.0.113.7"], "198.51.100.9"), ("10.0.0.1", [], "10.0.0.1"),
            ("10.0.0.1", ["203.0.113.7"], "203.0.113.7"), ("::ffff:10.0.0.1", ["203.0.113.7"], "203.0.113.7"),
            ("10.0.0.1", ["192.0.2.1, 203.0.113.7, 10.9.9.9"], "203.0.113.7"),
            ("10.0.0.1", ["192.0.2.1", "203.0.113.7"], "203.0.113.7"), ("10.0.0.1", ["10.0.0.2, 10.0.0.3"], "10.0.0.2"),
            ("10.0.0.1", ["203.0.113.7, unknown"], "10.0.0.1"), ("10.0.0.1", ["203.0.113.0/24"], "10.0.0.1"),
            ("2001:db8::1", ["203.0.113.7"], "203.0.113.7"),
        ]
    )
    func client(peer: String, fields: [String], wanted: String) {
        let proxies = TrustedProxies(["10.0.0.0/8", "2001:db8::/32"])
        #expect(proxies.client(of: peer, forwardedFor: fields) == wanted)
        #expect(TrustedProxies([]).client(of: peer, forwardedFor: fields) == peer)
    }

    @Test(
        "A range has an address and as many bits as the address can have",
        arguments: ["10.0.0.1", "0.0.0.0/0", "10.1.2.3/31", "::1", "2001:db8::/128"]
    )
    func range(text: String) { #expect(AddressRange.mistake(text) == nil) }

    @Test(
        "What is no range is a mistake",
        arguments: ["", "10.0.0", "10.0.0.1/33", "10.0.0.1/+8", "::/129", "proxy.example"]
    )
    func mistake(text: String) throws {
        #expect(AddressRange(text) == nil)
        var world = try World()
        world.configuration.trustedProxies = [text]
        let error = #expect(throws: PurchaseServerError.self) { try world.server() }
        #expect(error?.code == .configuration)
    }

    @Test(
        "Bits that are no whole byte count",
        arguments: [("10.1.2.2", true), ("10.1.2.3", true), ("10.1.2.4", false)]
    )
    func bits(address: String, isInside: Bool) throws {
        #expect(try #require(AddressRange("10.1.2.3/31")).contains(address) == isInside)
    }

    @Test(
        "One who guesses behind a proxy shuts out nobody else behind it, if the proxy is trusted",
        arguments: [true, false]
    )
    func attempts(isTrusted: Bool) throws {
        let world = try ConsoleVisit.world()
        var configuration = world.configuration
        configuration.trustedProxies = isTrusted ? ["10.0.0.1"] : []
        let door = ConsoleDoor(ConsoleAccess(adminSecret: ConsoleVisit.admin), configuration)
        func knock(_ client: String, _ secret: String) throws -> ConsoleRole? {
            let request = Request.asking("/console/session", for: client)
            let address = door.address(of: request, from: "10.0.0.1")
            return try door.attempts.attempt(from: address) { door.access.role(of: secret) }
        }
        for _ in 0..<5 { #expect(try knock("203.0.113.7", "wrong, but long enough") == nil) }
        #expect(throws: APIError.self) { try knock("203.0.113.7", ConsoleVisit.admin) }
        if isTrusted {
            #expect(try knock("203.0.113.8", ConsoleVisit.admin) == .admin)
        } else {
            #expect(throws: APIError.self) { try knock("203.0.113.8", ConsoleVisit.admin) }
        }
    }
}

extension Request {
    /// A request without a body.
    fileprivate static func asking(_ path: String, for client: String? = nil) -> Request {
        Request(
            head: HTTPRequest(
                method: .post,
                scheme: nil,
                authority: nil,
                path: path,
                headerFields: client.map { [.forwardedFor: $0] } ?? [:]
            ),
            body: RequestBody(buffer: ByteBuffer())
        )
    }
}
