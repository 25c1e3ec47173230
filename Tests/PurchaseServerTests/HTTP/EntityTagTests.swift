import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Entity tags and names of requests")
struct EntityTagTests {
    @Test("Who has the answer already gets none, until something about the customer changes")
    func notModified() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            let first = try await client.get("/v1/customers/alice")
            let tag = try #require(first.headers[.eTag])
            // The date in the answer is another one; the customer is the same.
            world.advance(days: 1)
            let again = try await client.get("/v1/customers/alice", headers: [.ifNoneMatch: "\"other\", \(tag)"])
            #expect(again.status == 304)
            #expect(again.json.isEmpty)
            #expect(again.headers[.eTag] == tag)
            world.advance(days: 60)
            let changed = try await client.get("/v1/customers/alice", headers: [.ifNoneMatch: tag])
            #expect(changed.status == 200)
            #expect(changed.headers[.eTag] != tag)
        }
    }

    @Test(
        "If-None-Match is compared weakly",
        arguments: [
            ("W/\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true), ("\"a\"", "\"b\", \"a\"", true),
            ("\"a\"", "*", true),
            ("\"a\"", "\"b\"", false), ("\"a\"", "", false), ("\"a\"", "a", false),
        ]
    )
    func comparison(tag: String, field: String, isNamed: Bool) {
        #expect(EntityTag.isNamed(tag, in: field) == isNamed)
    }

    @Test("What no route has tagged is tagged by its bytes, and only what was read")
    func documents() async throws {
        try await World().test { client, _ in
            let document = try await client.get("/v1/openapi.json")
            let tag = try #require(document.headers[.eTag])
            #expect(!tag.hasPrefix("W/"))
            #expect(try await client.get("/v1/openapi.json", headers: [.ifNoneMatch: tag]).status == 304)
            let refused = try await client.post("/v1/customers/alice/receipts", "{}", headers: [.ifNoneMatch: "*"])
            #expect(refused.status == 400)
            #expect(refused.headers[.eTag] == nil)
        }
    }

    @Test("A request keeps the name that its sender gave it, in refusals too; without a good one it gets one")
    func requestID() async throws {
        try await World().test { client, _ in
            for path in ["/health", "/nothing", "/v1/customers/%FF"] {
                let named = try await client.get(path, headers: [.documented("X-Request-Id"): "order-7/2"])
                #expect(named.headers[.documented("X-Request-Id")] == "order-7/2", "\(path)")
            }
            let made = try await [client.get("/health"), client.get("/health")].compactMap {
                $0.headers[.documented("X-Request-Id")]
            }
            #expect(Set(made).count == 2)
            #expect(made.allSatisfy { $0.count == 16 })
            let long = try await client.get(
                "/health",
                headers: [.documented("X-Request-Id"): String(repeating: "x", count: 129)]
            )
            #expect(long.headers[.documented("X-Request-Id")]?.count == 16)
        }
    }

    @Test("Names that would not stand in a log as they are", arguments: ["", "a b", "a\"b", "a\nb", "ä"])
    func badNames(name: String) {
        #expect(RequestID(name) == nil)
    }
}
