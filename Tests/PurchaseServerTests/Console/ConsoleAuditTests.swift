import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import Locking
import Testing

@testable import PurchaseServer

@Suite("What people did at the console")
struct ConsoleAuditTests {
    private func acts(_ client: any TestClientProtocol, _ headers: HTTPFields, _ query: String = "") async throws
        -> [JSONObject]
    {
        let answer = try await client.get("/v1/audit\(query)", headers: headers)
        #expect(answer.status == 200)
        return answer.json[array: "audit"]?.compactMap(\.object) ?? []
    }

    @Test("Who did what, to whom, when, and what came of it, the newest first; what is only looked at is not there")
    func story() async throws {
        let world = try ConsoleVisit.world()
        try await world.test { [world] client, _ in
            let ann = try await ConsoleVisit.logIn(client, name: "Ann")
            world.clock.withLock { $0 += 60 }
            _ = try await client.put("/v1/customers/flora/grants/gift", #"{"level":"pro"}"#, headers: ann)
            _ = try await client.get("/v1/customers/flora", headers: ann)
            _ = try await client.delete("/v1/keys/nokey", headers: ann)
            _ = try await client.put("/v1/customers/flora/grants/gift2", #"{"level":"pro"}"#, headers: ann)
            let acts = try await acts(client, ann)
            #expect(
                acts.compactMap { $0[string: "action"] } == [
                    "PUT /v1/customers/{customer}/grants/{grant}", "DELETE /v1/keys/{id}",
                    "PUT /v1/customers/{customer}/grants/{grant}", "logIn",
                ]
            )
            #expect(acts.map { $0[integer: "status"] } == [200, 404, 200, nil])
            #expect(acts.map { $0[string: "target"] } == ["gift2", "nokey", "gift", nil])
            #expect(acts.map { $0[string: "customer"] } == ["flora", nil, "flora", nil])
            #expect(acts.allSatisfy { $0[string: "name"] == "Ann" && $0[string: "role"] == "admin" })
            #expect(acts[0][milliseconds: "date"] == world.now)
            // The customer's own trail says who it was, too.
            let grants = try await client.get("/v1/customers/flora/grants", headers: ann)
            let actors = grants.json[array: "grants"]?.compactMap { $0.object?[string: "actor"] }
            #expect(actors == ["console-admin Ann", "console-admin Ann"])
        }
    }

    @Test("Both of a transfer, and who takes a copy of a person's data")
    func persons() async throws {
        try await ConsoleVisit.world().test { client, _ in
            let ann = try await ConsoleVisit.logIn(client)
            for name in ["flora", "fern"] {
                _ = try await client.put("/v1/customers/\(name)/grants/g", #"{"level":"pro"}"#, headers: ann)
            }
            _ = try await client.post("/v1/transfers", #"{"from":"flora","to":"fern"}"#, headers: ann)
            _ = try await client.get("/v1/customers/flora/export", headers: ann)
            let acts = try await acts(client, ann, "?limit=2")
            #expect(
                acts.compactMap { $0[string: "action"] } == [
                    "GET /v1/customers/{customer}/export", "POST /v1/transfers",
                ]
            )
            #expect(acts[1][string: "customer"] == "flora")
            #expect(acts[1][string: "otherCustomer"] == "fern")
        }
    }

    @Test("Who is erased is named no more")
    func erasure() async throws {
        try await ConsoleVisit.world().test { client, _ in
            let ann = try await ConsoleVisit.logIn(client)
            _ = try await client.put("/v1/customers/flora/grants/g", #"{"level":"pro"}"#, headers: ann)
            _ = try await client.put("/v1/customers/flora/grants/h", #"{"level":"pro"}"#, headers: ann)
            #expect(try await acts(client, ann).first?[string: "customer"] == "flora")
            #expect(try await client.delete("/v1/customers/flora", headers: ann).status == 200)
            let acts = try await acts(client, ann)
            #expect(acts.first?[string: "action"] == "DELETE /v1/customers/{customer}")
            #expect(!acts.contains { JSONValue.object($0).serialized().contains("flora") })
        }
    }

    @Test("It is read in parts, and no secret is in it")
    func pages() async throws {
        try await ConsoleVisit.world().test { client, server in
            let ann = try await ConsoleVisit.logIn(client)
            let made = try await client.post(
                "/v1/keys",
                #"{"kind":"secret","name":"shop","scopes":["customers"]}"#,
                headers: ann
            )
            let text = try #require(made.json[string: "text"])
            let first = try await client.get("/v1/audit?limit=1", headers: ann)
            let cursor = try #require(first.json[string: "cursor"])
            let second = try await client.get("/v1/audit?limit=1&cursor=\(cursor)", headers: ann)
            #expect(second.json[array: "audit"]?.first?.object?[string: "action"] == "logIn")
            #expect(second.json[string: "cursor"] == nil)
            #expect(try await client.get("/v1/audit?cursor=!", headers: ann).errorCode == "invalid-value")
            let stored = try await server.storage.consoleActs(before: nil, limit: 100)
            for secret in [text, ConsoleVisit.admin, ann[.consoleToken] ?? ""] {
                #expect(!"\(stored)".contains(secret))
            }
        }
    }

    @Test("What cannot be written down is not done")
    func unwritable() async throws {
        let world = try ConsoleVisit.world()
        try await world.test { [world] client, server in
            let ann = try await ConsoleVisit.logIn(client)
            try world.change("DROP TABLE console_audit")
            let answer = try await client.put("/v1/customers/flora/grants/g", #"{"level":"pro"}"#, headers: ann)
            #expect(answer.status == 503)
            #expect(try await server.storage.record(of: "flora").grants.isEmpty)
        }
    }
}
