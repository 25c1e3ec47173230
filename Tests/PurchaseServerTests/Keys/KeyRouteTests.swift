import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Keys over HTTP")
struct KeyRouteTests {
    private func withServer(
        _ body:
            @Sendable @escaping (any TestClientProtocol, _ key: HTTPFields, PurchaseServerApplication) async throws
            -> Void
    ) async throws {
        var world = try World()
        world.configuration.demandsKeys = true
        try await world.test { client, server in
            let keys = try #require(server.firstKeys)
            try await body(client, KeyAccessTests.bearer(keys.secret.text), server)
        }
    }

    @Test("A key is made, opens what it may, is rotated, and is revoked")
    func story() async throws {
        try await withServer { client, key, _ in
            let body = #"{"kind":"secret","name":"shop","scopes":["customers"]}"#
            let made = try await client.post("/v1/keys", body, headers: key)
            #expect(made.status == 201)
            let (id, text) = (try #require(made.json[string: "id"]), try #require(made.json[string: "text"]))
            let ask = { (text: String) in
                try await client.get("/v1/customers/alice", headers: KeyAccessTests.bearer(text)).status
            }
            #expect(try await ask(text) == 200)
            let rotated = try await client.post("/v1/keys/\(id)/rotate", #"{"graceSeconds":60}"#, headers: key)
            #expect(rotated.status == 201)
            let successor = try #require(rotated.json[string: "text"])
            #expect(try await ask(text) == 200)
            #expect(try await ask(successor) == 200)
            let revoked = try await client.delete("/v1/keys/\(id)", headers: key)
            #expect(revoked.status == 200)
            #expect(revoked.json[integer: "revocationDate"] != nil)
            #expect(try await ask(text) == 401)
            #expect(try await ask(successor) == 200)
            let list = try await client.get("/v1/keys", headers: key)
            #expect(list.json[array: "keys"]?.count == 4)
            let article = try WireArticle()
            for answer in [made, rotated, revoked, list] { #expect(article.strangers(in: answer.json) == []) }
            #expect(!JSONValue.object(list.json).serialized().contains(text))
        }
    }

    @Test("Nobody makes, rotates or revokes a key that may do more than the own one")
    func escalation() async throws {
        try await withServer { client, first, server in
            let own = try await server.keys.make(.secret, name: "keys", scopes: [.keys, .events])
            let key = KeyAccessTests.bearer(own.text)
            let strong = try #require(server.firstKeys).secret.key.id
            let more = #"{"kind":"secret","name":"x","scopes":["keys","refunds"]}"#
            for answer in [
                try await client.post("/v1/keys", more, headers: key),
                try await client.post("/v1/keys/\(strong)/rotate", "", headers: key),
                try await client.delete("/v1/keys/\(strong)", headers: key),
            ] {
                #expect(answer.status == 403)
                #expect(answer.errorCode == "scope-missing")
            }
            let less = #"{"kind":"secret","name":"x","scopes":["events"]}"#
            #expect(try await client.post("/v1/keys", less, headers: key).status == 201)
        }
    }

    @Test(
        "A body that says something else is refused",
        arguments: [
            ("{}", 400, "invalid-body"), ("[]", 400, "invalid-body"), ("{", 400, "invalid-body"),
            (#"{"kind":"master","name":"x"}"#, 400, "invalid-body"),
            (#"{"kind":"public","name":1}"#, 400, "invalid-body"),
            (#"{"kind":"secret","name":"x","scopes":["all"]}"#, 400, "invalid-body"),
            (#"{"kind":"secret","name":"x","scopes":"keys"}"#, 400, "invalid-body"),
            (#"{"kind":"public","name":"x","color":"red"}"#, 400, "invalid-body"),
            (#"{"kind":"public","name":"x","expirationDate":"soon"}"#, 400, "invalid-body"),
            (#"{"kind":"public","name":"x","expirationDate":1}"#, 422, "key-refused"),
            (#"{"kind":"secret","name":"x"}"#, 422, "key-refused"),
            (#"{"kind":"public","name":""}"#, 422, "key-refused"),
        ]
    )
    func refused(body: String, status: Int, code: String) async throws {
        try await withServer { client, key, server in
            let answer = try await client.post("/v1/keys", body, headers: key)
            #expect(answer.status == status)
            #expect(answer.errorCode == code)
            #expect(try await server.keys.keys().count == 2)
        }
    }

    @Test("A key that is not there can be neither rotated nor revoked")
    func unknown() async throws {
        try await withServer { (client, key, _) async throws in
            #expect(try await client.post("/v1/keys/none/rotate", "", headers: key).errorCode == "unknown-key")
            #expect(try await client.delete("/v1/keys/none", headers: key).errorCode == "unknown-key")
        }
    }
}
