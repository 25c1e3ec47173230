import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("The routes of webhooks", .timeLimit(.minutes(15)))
struct WebhookRoutesTests {
    @Test("A webhook is made, changed, listed without its secret, and removed")
    func life() async throws {
        let (world, _) = try World.withReceivers()
        try await world.test { client, _ in
            let made = try await client.post(
                "/v1/webhooks",
                #"{"address":"https://a.example.com/hook","environment":"Production","types":["expired","refunded"]}"#
            )
            #expect(made.status == 201)
            #expect(made.json[string: "secret"]?.hasPrefix("psr_webhook_") == true)
            let identifier = try #require(made.json[string: "id"])
            let changed = try await client.patch("/v1/webhooks/\(identifier)", #"{"types":null,"isEnabled":false}"#)
            #expect(changed.status == 200)
            let listed = try await client.get("/v1/webhooks").json[array: "webhooks"]?.compactMap(\.object) ?? []
            #expect(listed == [changed.json])
            #expect(listed.first?["types"] == .null)
            #expect(listed.first?[string: "environment"] == "Production")
            #expect(listed.first?["isEnabled"] == .bool(false))
            #expect(listed.first?["secret"] == nil)
            #expect(try await client.execute(uri: "/v1/webhooks/\(identifier)", method: .delete).status == .noContent)
            #expect(try await client.get("/v1/webhooks").json[array: "webhooks"] == [])
        }
    }

    @Test(
        "What means nothing is refused and changes nothing",
        arguments: [
            ("{", "invalid-body"), ("[]", "invalid-body"), ("{}", "invalid-body"),
            (#"{"address":7}"#, "invalid-body"),
            (#"{"address":"https://a.example.com","types":["nonsense"]}"#, "invalid-body"),
            (#"{"address":"https://a.example.com","types":"expired"}"#, "invalid-body"),
            (#"{"address":"https://a.example.com","environment":"Xcode"}"#, "invalid-body"),
            (#"{"address":"https://a.example.com","isEnabled":1}"#, "invalid-body"),
            (#"{"address":"https://a.example.com","stranger":1}"#, "invalid-body"),
            (#"{"address":"http://a.example.com"}"#, "webhook-address"),
            (#"{"address":"https://127.0.0.1:99999/"}"#, "webhook-address"),
            (#"{"address":"https://private.example.com"}"#, "webhook-address"),
        ]
    )
    func badInput(body: String, code: String) async throws {
        let (world, _) = try World.withReceivers()
        try await world.test { client, _ in
            let answer = try await client.post("/v1/webhooks", body)
            #expect((400..<500).contains(answer.status))
            #expect(answer.errorCode == code)
            #expect(try await client.get("/v1/webhooks").json[array: "webhooks"] == [])
        }
    }

    @Test(
        "What is not there is 404",
        arguments: [
            ("PATCH", "webhooks/whk_0"), ("DELETE", "webhooks/whk_0"), ("POST", "webhooks/whk_0/secret"),
            ("POST", "webhooks/whk_0/test"), ("GET", "webhooks/whk_0/deliveries"), ("POST", "deliveries/7/resend"),
            ("POST", "deliveries/x/resend"), ("GET", "deliveries/x/attempts"),
        ]
    )
    func unknown(method: String, path: String) async throws {
        let (world, _) = try World.withReceivers()
        try await world.test { client, _ in
            let method = try #require(HTTPRequest.Method(method))
            #expect(try await client.execute(uri: "/v1/\(path)", method: method).status == .notFound)
        }
    }

    @Test("Who changes something else of a webhook while its new address is looked up is not undone")
    func changedMeanwhile() async throws {
        var (world, _) = try World.withReceivers()
        let meanwhile = Locked<(@Sendable () async throws -> Void)?>(nil)
        world.configuration.resolveHost = { _ in
            try await meanwhile.withLock { $0 }?()
            return ["17.253.144.10"]
        }
        try await world.test { client, _ in
            let made = try await client.post("/v1/webhooks", #"{"address":"https://a.example.com/hook"}"#).json
            let path = "/v1/webhooks/\(try #require(made[string: "id"]))"
            meanwhile.withLock {
                $0 = {
                    let off = try await client.patch(path, #"{"isEnabled":false}"#)
                    #expect(off.json[boolean: "isEnabled"] == false)
                }
            }
            let moved = try await client.patch(path, #"{"address":"https://b.example.com/hook"}"#)
            #expect(moved.status == 200)
            #expect(moved.json[boolean: "isEnabled"] == false)
            let listed = try await client.get("/v1/webhooks").json[array: "webhooks"]?.first?.object
            #expect(listed?[boolean: "isEnabled"] == false)
            #expect(listed?[string: "address"] == "https://b.example.com/hook")
        }
    }

    @Test("While a secret is replaced both sign; afterwards only the new one")
    func rotation() async throws {
        let (world, receivers) = try World.withReceivers()
        try await world.test { client, server in
            let made = try await client.post("/v1/webhooks", #"{"address":"https://a.example.com/hook"}"#).json
            let old = try #require(made[string: "secret"])
            let endpoint = try #require(made[string: "id"])
            let rotated = try await client.post("/v1/webhooks/\(endpoint)/secret", #"{"overlapSeconds":3600}"#)
            #expect(rotated.status == 201)
            let new = try #require(rotated.json[string: "secret"])
            #expect(new != old)
            func believed(_ secret: String) async throws -> Bool {
                #expect(try await client.post("/v1/webhooks/\(endpoint)/test", "").status == 202)
                try await server.sendWebhooksDue()
                let request = try #require(receivers.take().last)
                let header = request.headers[WebhookSignature.header]
                do {
                    try WebhookSignature.verify(header, body: request.body, secret: secret, now: world.now)
                    return true
                } catch WebhookSignature.Failure.mismatch {
                    return false
                }
            }
            #expect(try await believed(old))
            #expect(try await believed(new))
            world.advance(days: 1)
            #expect(try await believed(old) == false)
            #expect(try await believed(new))
            let answer = try await client.post("/v1/webhooks/\(endpoint)/secret", #"{"overlapSeconds":-1}"#)
            #expect(answer.errorCode == "invalid-body")
        }
    }

    @Test("The feed of events is read on from where one stopped, whole or of one customer")
    func feed() async throws {
        let (world, _) = try World.withReceivers()
        try await world.test { client, _ in
            let receipt = try SampleReceipt.signed { _ in }
            for customer in ["flora", "fauna"] {
                #expect(try await client.upload(receipt, for: customer).status == 200)
            }
            let first = try await client.get("/v1/events?limit=1").json
            #expect(first[array: "events"]?.count == 1)
            let next = try #require(first[integer: "next"])
            let rest = try await client.get("/v1/events?after=\(next)").json
            #expect(
                rest[array: "events"]?.first?.object?[string: "id"]
                    != first[array: "events"]?.first?.object?[string: "id"]
            )
            let end = try #require(rest[integer: "next"])
            #expect(try await client.get("/v1/events?after=\(end)").json[array: "events"] == [])
            let floras =
                try await client.get("/v1/events?customer=flora").json[array: "events"]?.compactMap(\.object) ?? []
            #expect(!floras.isEmpty)
            #expect(floras.allSatisfy { $0[string: "customer"] == "flora" })
            for query in ["after=-1", "after=x", "limit=0", "limit=201"] {
                #expect(try await client.get("/v1/events?\(query)").errorCode == "invalid-value")
            }
        }
    }

    @Test("Old events go, those that are still on their way stay")
    func retention() async throws {
        let (world, receivers) = try World.withReceivers()
        receivers.answer("a.example.com", 500)
        try await world.test { client, server in
            #expect(try await client.upload(try SampleReceipt.signed { _ in }, for: "flora").status == 200)
            let made = try await client.post("/v1/webhooks", #"{"address":"https://a.example.com/hook"}"#).json
            let endpoint = try #require(made[string: "id"])
            #expect(try await client.post("/v1/webhooks/\(endpoint)/test", "").status == 202)
            world.advance(days: 31)
            try await server.sendWebhooksDue()
            let yesterday = Int64((world.now - 86_400).timeIntervalSince1970 * 1000)
            let left = try world.numbers("SELECT count(*) FROM purchase_event WHERE created_ms < \(yesterday)")
            #expect(left == [1], "the test event")
        }
    }
}
