import Foundation
import HTTPTypes
import HummingbirdTesting
import Locking
import Testing

@testable import PurchaseServer

@Suite("Who may ask the purchase server")
struct KeyAccessTests {
    static func bearer(_ text: String) -> HTTPFields { [.authorization: "Bearer \(text)"] }

    private static let customer = "/v1/customers/alice"
    private static let app = "/v1/app/customers/alice"

    @Test("Work beside a server makes no keys, so that the server shows the first ones itself")
    func besideServer() async throws {
        var world = try World()
        world.configuration.demandsKeys = true
        let reconciling = try PurchaseServerApplication(besideServer: world.configuration)
        #expect(reconciling.firstKeys == nil)
        #expect(try await reconciling.keys.keys().isEmpty)
        #expect(try await reconciling.keys.statementKeys().isEmpty)
        #expect(try await reconciling.reconcile().checked == 0)
        #expect(try world.server().firstKeys != nil)
    }

    @Test("At its first start a server makes a key of each kind, and never again")
    func firstKeys() async throws {
        var world = try World()
        world.configuration.demandsKeys = true
        try await world.test { client, server in
            let keys = try #require(server.firstKeys)
            #expect(keys.secret.key.scopes == Set(KeyScope.allCases))
            #expect(try await client.get(Self.customer).errorCode == "unauthorized")
            #expect(try await client.get(Self.customer, headers: Self.bearer(keys.secret.text)).status == 200)
            #expect(try await client.get(Self.app, headers: Self.bearer(keys.public.text)).status == 200)
        }
        #expect(try world.server().firstKeys == nil)
        #expect(try await world.server().keys.keys().count == 2)
    }

    @Test("A server with a key in its configuration makes none, and one that demands none neither")
    func noFirstKeys() throws {
        var world = try World()
        #expect(try world.server().firstKeys == nil)
        world.configuration.apiKey = APIKey("open sesame")
        #expect(try world.server().firstKeys == nil)
    }

    @Test("Each kind of key opens its own addresses, and a scope no more than it says")
    func kinds() async throws {
        var world = try World()
        world.configuration.demandsKeys = true
        try await world.test { client, server in
            let keys = try #require(server.firstKeys)
            let grants = try await server.keys.make(.secret, name: "grants", scopes: [.grants]).text
            for (path, text, code) in [
                (Self.customer, keys.public.text, "wrong-kind-of-key"),
                (Self.app, keys.secret.text, "wrong-kind-of-key"),
                (Self.customer, grants, "scope-missing"), ("/v1/keys", grants, "scope-missing"),
                ("/metrics", grants, "scope-missing"), ("/v1/keys", keys.public.text, "wrong-kind-of-key"),
            ] {
                let answer = try await client.get(path, headers: Self.bearer(text))
                #expect(answer.status == 403, "\(path)")
                #expect(answer.errorCode == code, "\(path)")
            }
            for path in ["/health", "/ready", "/v1/openapi.json"] {
                #expect(try await client.get(path).status == 200, "\(path)")
            }
        }
    }

    @Test(
        "What is no key of this server is refused",
        arguments: [
            "", "Bearer", "Bearer ", "Basic abc", "Bearer psr_secret_", "Bearer open sesame",
            "Bearer psr_secret_aaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbcccccc",
        ]
    )
    func strangers(field: String) async throws {
        var world = try World()
        world.configuration.demandsKeys = true
        try await world.test { client, _ in
            let answer = try await client.get(Self.customer, headers: [.authorization: field])
            #expect(answer.status == 401)
            #expect(answer.errorCode == "unauthorized")
            #expect(answer.headers[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test("A key of another server with the same name is none of ours")
    func otherServer() async throws {
        var (one, other) = (try World(), try World())
        one.configuration.demandsKeys = true
        other.configuration.demandsKeys = true
        let foreign = try #require(try other.server().firstKeys).secret
        try await one.test { [one] client, server in
            let own = try #require(server.firstKeys).secret
            // The same name, and another secret.
            try one.change("UPDATE api_key SET id = '\(foreign.key.id)' WHERE id = '\(own.key.id)'")
            let answer = try await client.get(Self.customer, headers: Self.bearer(foreign.text))
            #expect(answer.errorCode == "unauthorized")
        }
    }

    /// A world that demands keys, and a clock of its own that only goes on.
    private static func keyedWorld() throws -> (world: World, uptime: Locked<Double>) {
        var world = try World()
        let uptime = Locked(1_000.0)
        world.configuration.demandsKeys = true
        world.configuration.uptime = { uptime.withLock { $0 } }
        return (world, uptime)
    }

    @Test("What another process revokes is refused within two seconds, and the last use is known to a minute")
    func revocation() async throws {
        let (world, uptime) = try Self.keyedWorld()
        try await world.test { [world] client, server in
            let key = try #require(server.firstKeys).secret
            let ask = { try await client.get(Self.customer, headers: Self.bearer(key.text)).status }
            #expect(try await ask() == 200)
            #expect(try await server.keys.key(id: key.key.id).lastUseDate == world.now)
            #expect(try await ask() == 200)
            try await KeyBook(databaseFile: world.configuration.databaseFile, now: world.configuration.now)
                .revoke(id: key.key.id)
            uptime.withLock { $0 += KeyRing.memory }
            #expect(try await ask() == 401)
        }
    }

    @Test("The last use that a clock which ran ahead has noted makes room for the next one")
    func useAhead() async throws {
        let (world, uptime) = try Self.keyedWorld()
        try await world.test { [world] client, server in
            let key = try #require(server.firstKeys).secret
            for days in [1_000.0, -1_000] {
                world.advance(days: days)
                uptime.withLock { $0 += KeyRing.memory }
                #expect(try await client.get(Self.customer, headers: Self.bearer(key.text)).status == 200)
                #expect(try await server.keys.key(id: key.key.id).lastUseDate == world.now)
            }
        }
    }

    @Test("A key that has expired is refused at once")
    func expiry() async throws {
        var world = try World()
        world.configuration.demandsKeys = true
        try await world.test { [world] client, server in
            let key = try await server.keys.make(
                .secret,
                name: "short",
                scopes: [.customers],
                expirationDate: world.now + 3_600
            )
            let ask = { try await client.get(Self.customer, headers: Self.bearer(key.text)).status }
            #expect(try await ask() == 200)
            world.advance(days: 1)
            #expect(try await ask() == 401)
        }
    }
}
