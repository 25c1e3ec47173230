import AppStoreModels
import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What the server signs for apps", .timeLimit(.minutes(15)))
struct SignedStatementTests {
    private static let nonce = "bm9ib2R5IGd1ZXNzZXM"
    private static let path = "/v1/app/customers/alice?nonce=\(nonce)&bundleId=\(SampleReceipt.bundleID)"

    /// Header and payload of a statement, if a key of the server signed it.
    private static func opened(
        _ answer: Answer,
        by keys: [StatementKey]
    ) throws -> (keyID: String, payload: JSONObject) {
        let parts = try #require(answer.json[string: "signedStatement"]).split(separator: ".").map { String($0) }
        try #require(parts.count == 3)
        let bytes = try parts.map { try #require(Base64.urlSafe(decoding: $0)) }
        let header = try #require(try JSONValue(parsing: bytes[0]).object)
        #expect(header[string: "alg"] == "ES256")
        #expect(header[string: "typ"] == "purser-statement+jwt")
        let keyID = try #require(header[string: "kid"])
        let key = try #require(keys.first { $0.id == keyID })
        let publicKey = try P256.Signing.PublicKey(x963Representation: key.publicKey)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes[2])
        #expect(publicKey.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8)))
        let jwk = try #require(header[object: "jwk"])
        let coordinates = try ["x", "y"].map { try #require(Base64.urlSafe(decoding: jwk[string: $0] ?? "!")) }
        #expect(Data(coordinates[0] + coordinates[1]) == publicKey.rawRepresentation)
        #expect(SHA256.hash(data: key.publicKey).hexadecimal == keyID)
        return (keyID, try #require(try JSONValue(parsing: bytes[1]).object))
    }

    @Test("A request with a nonce is answered with a statement about this app, customer and request, with an end")
    func signed() async throws {
        var world = try World()
        world.configuration.statementLifetime = 3_600
        world.store.set(world.answer())
        try await world.test { [world] client, server in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            let answer = try await client.get(Self.path)
            #expect(answer.status == 200)
            let (_, payload) = try Self.opened(answer, by: try await server.keys.statementKeys())
            #expect(payload[string: "nonce"] == Self.nonce)
            #expect(payload[string: "bundleId"] == SampleReceipt.bundleID)
            #expect(payload[string: "requestedCustomer"] == "alice")
            #expect(payload[array: "environments"] == ["Production", "Sandbox"])
            #expect(payload[milliseconds: "date"] == world.now)
            #expect(payload[milliseconds: "validUntil"] == world.now + 3_600)
            #expect(payload["entitlements"] == answer.json["entitlements"])
            #expect(payload[array: "entitlements"]?.count == 2)
        }
    }

    @Test("Without a nonce, and to the developer's servers, nothing is signed")
    func unsigned() async throws {
        try await World().test { client, _ in
            for path in ["/v1/app/customers/alice", "/v1/customers/alice"] {
                let answer = try await client.get(path)
                #expect(answer.status == 200)
                #expect(answer.json["signedStatement"] == nil)
            }
            let asked = "/v1/customers/alice?nonce=\(Self.nonce)&bundleId=\(SampleReceipt.bundleID)"
            #expect(try await client.get(asked).errorCode == "invalid-query")
        }
    }

    @Test(
        "What cannot be signed is refused",
        arguments: [
            ("nonce=short&bundleId=com.example.app", 400, "invalid-query"),
            ("nonce=&bundleId=com.example.app", 400, "invalid-query"),
            ("nonce=not+Base64url+at+all&bundleId=com.example.app", 400, "invalid-query"),
            ("nonce=\(nonce)", 400, "invalid-query"),
            ("nonce=\(nonce)&bundleId=com.example.other", 404, "unknown-app"),
            ("nonce=\(nonce)&bundleId=com.example.app&key=00ff", 409, "unknown-statement-key"),
        ]
    )
    func refused(query: String, status: Int, code: String) async throws {
        try await World().test { client, _ in
            let answer = try await client.get("/v1/app/customers/alice?\(query)")
            #expect(answer.status == status)
            #expect(answer.errorCode == code)
        }
    }

    @Test("The server makes its key at its first start and keeps it; the first pins of apps stay good")
    func kept() async throws {
        let world = try World()
        let first = try await world.server().keys.statementKeys()
        #expect(first.count == 1)
        #expect(try await world.server().keys.statementKeys() == first)
        try await world.test { client, _ in
            let listed = try await client.get("/v1/app/statement-keys").json[array: "keys"]?.first?.object
            #expect(listed?[string: "id"] == first[0].id)
            #expect(listed?[string: "publicKey"] == first[0].publicKey.base64EncodedString())
        }
    }

    @Test("After a rotation the newest key signs, and for apps that know an older one that one does, until it ends")
    func rotated() async throws {
        let world = try World()
        try await world.test { client, server in
            let old = try #require(try await server.keys.statementKeys().first)
            let made = try await client.post("/v1/statement-keys", #"{"graceSeconds":86400}"#)
            #expect(made.status == 201)
            let new = try #require(made.json[string: "id"])
            let keys = try await server.keys.statementKeys()
            #expect(keys.map(\.id) == [old.id, new])
            #expect(keys[0].retirementDate == world.now + 86_400)
            #expect(try Self.opened(try await client.get(Self.path), by: keys).keyID == new)
            #expect(try Self.opened(try await client.get("\(Self.path)&key=\(old.id)"), by: keys).keyID == old.id)
            let both = "\(Self.path)&key=\(old.id)&key=\(new)"
            #expect(try Self.opened(try await client.get(both), by: keys).keyID == new)
            world.advance(days: 1)
            #expect(try await client.get("\(Self.path)&key=\(old.id)").errorCode == "unknown-statement-key")
        }
    }

    @Test("A key that was stolen is retired at once, and there are never too many")
    func limits() async throws {
        let world = try World()
        let keys = try world.server().keys
        let old = try await keys.statementKeys()
        let new = try await keys.rotateStatementKey(grace: 0)
        #expect(try await keys.statementKeys() == [new])
        #expect(old[0].id != new.id)
        for _ in 1..<KeyBook.maximumStatementKeyCount { _ = try await keys.rotateStatementKey() }
        await #expect(throws: PurchaseServerError(.tooManyKeys, "")) { try await keys.rotateStatementKey() }
        await #expect(throws: PurchaseServerError(.keyRefused, "")) { try await keys.rotateStatementKey(grace: -1) }
        #expect(try await keys.statementKeys().count == KeyBook.maximumStatementKeyCount)
    }
}
