import AppReceipt
import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Uploading receipts")
struct UploadTests {
    @Test("A genuine receipt is verified, stored and answered with what the customer owns")
    func genuine() async throws {
        var world = try World()
        world.configuration.customers.sandbox = .everybody
        world.store.set(world.answer())
        try await world.test { [world] client, _ in
            let answer = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(answer.status == 200)
            let monthly = try #require(answer.entitlement("monthly"))
            #expect(monthly[string: "state"] == "active")
            #expect(monthly[string: "originalTransactionId"] == "2000")
            #expect(monthly[string: "environment"] == "Sandbox")
            #expect(monthly[integer: "expiresDate"] == 1_725_537_600_000)
            #expect(answer.entitlement("pro")?[boolean: "isEntitled"] == true)
            #expect(world.store.hosts == ["buy.itunes.apple.com", "sandbox.itunes.apple.com"])
            #expect(world.store.requests.first?.password == "hush")
            let again = try await client.get("/v1/customers/alice")
            #expect(again.entitlements == answer.entitlements)
        }
    }

    @Test("A restarted server still knows its customers, and time goes on for them")
    func restart() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in _ = try await client.upload(try SampleReceipt.signed(), for: "alice") }
        world.advance(days: 31)
        try await world.test { client, _ in
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.entitlement("monthly")?[string: "state"] == "expired")
            #expect(answer.entitlement("pro")?[string: "state"] == "active")
        }
    }

    @Test("A customer of whom nothing is known owns nothing")
    func unknownCustomer() async throws {
        let world = try World()
        try await world.test { client, _ in
            let answer = try await client.get("/v1/customers/nobody")
            #expect(answer.status == 200)
            #expect(answer.entitlements.isEmpty)
        }
    }

    @Test("Several customers may share one subscription where the developer allows it")
    func sharing() async throws {
        var world = try World()
        world.configuration.customers.ownership.standard = .share
        world.store.set(world.answer())
        try await world.test { client, _ in
            for name in ["alice", "bob"] { _ = try await client.upload(try SampleReceipt.signed(), for: name) }
            let bob = try await client.get("/v1/customers/bob")
            #expect(bob.entitlement("monthly")?[string: "state"] == "active")
        }
    }

    @Test(
        "What is no receipt gets a 4xx with a stable code before anybody is asked",
        arguments: [
            ("", 400, "invalid-body"), ("{", 400, "invalid-body"), ("[]", 400, "invalid-body"),
            ("{}", 400, "receipt-missing"), (#"{"receiptData":""}"#, 400, "receipt-empty"),
            (#"{"receiptData":"  <html>"}"#, 400, "receipt-is-html"),
            (#"{"receiptData":"PGh0bWw+"}"#, 400, "receipt-is-html"),
            (#"{"receiptData":"AAA!"}"#, 400, "receipt-not-base64"),
            (#"{"receiptData":"MIIB"}"#, 422, "receipt-malformed"),
            (#"{"receiptData":"AAAA"}"#, 422, "receipt-malformed"),
        ]
    )
    func malformed(body: String, status: Int, code: String) async throws {
        let world = try World()
        try await world.test { client, _ in
            let answer = try await client.post("/v1/customers/alice/receipts", body)
            #expect(answer.status == status)
            #expect(answer.errorCode == code)
            #expect(answer.json[string: "title"] == (status == 400 ? "Bad Request" : "Unprocessable Content"))
            #expect(world.store.requests.isEmpty)
        }
    }

    @Test("A truncated receipt names the rule")
    func truncated() async throws {
        let world = try World()
        try await world.test { client, _ in
            let answer = try await client.upload(try SampleReceipt.signed().dropLast(100), for: "alice")
            #expect(answer.status == 422)
            #expect(answer.errorCode == "receipt-malformed")
            #expect(answer.rule == "truncated")
        }
    }

    @Test("A receipt that others signed, or of another app, is refused without asking")
    func foreign() async throws {
        let world = try World()
        try await world.test { client, _ in
            let unsigned = try await client.upload(try SampleReceipt.signed(by: TestAuthority.foreign), for: "alice")
            #expect(unsigned.status == 422)
            #expect(unsigned.errorCode == "receipt-not-authentic")
            #expect(unsigned.rule == "anchor-untrusted")
            let other = try await client.upload(try SampleReceipt.signed { $0.bundleID = "com.other" }, for: "alice")
            #expect(other.errorCode == "receipt-foreign-app")
            #expect(world.store.requests.isEmpty)
        }
    }

    @Test("A receipt over the limit is answered 413")
    func tooLarge() async throws {
        var world = try World()
        world.configuration.maximumReceiptLength = 1_000
        try await world.test { client, _ in
            let answer = try await client.upload(Data(repeating: 0x30, count: 1_001), for: "alice")
            #expect(answer.status == 413)
            #expect(answer.errorCode == "receipt-too-large")
            let huge = try await client.upload(Data(repeating: 0x30, count: 100_000), for: "alice")
            #expect(huge.status == 413)
        }
    }

    @Test("A body of more values than any is refused before they take memory")
    func manyValues() async throws {
        let world = try World()
        try await world.test { client, _ in
            let pairs = [String](repeating: "[0]", count: 20_000).joined(separator: ",")
            let answer = try await client.post("/v1/customers/alice/receipts", #"{"receiptData":[\#(pairs)]}"#)
            #expect(answer.status == 400)
            #expect(answer.errorCode == "invalid-body")
            #expect(answer.json[object: "error"]?[string: "message"]?.contains("at most 20000 are read") == true)
        }
    }

    @Test("In an outage the upload is kept, answered 202, and verified by the poller")
    func outage() async throws {
        let world = try World()
        world.store.set(world.answer())
        world.store.set(.down)
        try await world.test { client, server in
            let answer = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(answer.status == 202)
            // What the receipt says by itself.
            #expect(answer.entitlement("monthly")?[boolean: "isProvisional"] == true)
            #expect(answer.json[integer: "pendingUploadCount"] == 1)
            let now = try await client.get("/v1/customers/alice")
            #expect(now.entitlements.isEmpty)
            #expect(now.json[integer: "pendingUploadCount"] == 1)
            world.store.set(.up)
            #expect(try await server.pollDue().total == 0)
            world.advance(days: 0.01)
            #expect(try await server.pollDue().verifiedUploads == 1)
            let later = try await client.get("/v1/customers/alice")
            #expect(later.entitlement("monthly")?[string: "state"] == "active")
            #expect(later.json[integer: "pendingUploadCount"] == 0)
        }
    }

    @Test(
        "What the App Store refuses is final; what it cannot decide now is kept",
        arguments: [
            (21003, 422, "receipt-not-authentic", 0), (21010, 422, "account-not-found", 0),
            (21002, 202, nil, 1), (21004, 202, nil, 1), (21009, 202, nil, 1),
        ] as [(Int, Int, String?, Int64)]
    )
    func refusals(status: Int, http: Int, code: String?, pending: Int64) async throws {
        let world = try World()
        world.store.set(.status(status))
        try await world.test { client, _ in
            let answer = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(answer.status == http)
            #expect(answer.errorCode == code)
            #expect(try await client.get("/v1/customers/alice").json[integer: "pendingUploadCount"] == pending)
        }
    }

    @Test("Without a shared secret the App Store says nothing of a receipt with subscriptions: its own word counts")
    func withoutSecret() async throws {
        var world = try World()
        world.configuration.sharedSecret = nil
        world.store.set(.status(21004))
        try await world.test { [world] client, server in
            let named = #","transactionId":"2001","productId":"com.example.app.monthly""#
            let answer = try await client.upload(try SampleReceipt.signed(), for: "alice", named)
            #expect(answer.status == 200)
            #expect(answer.json[integer: "pendingUploadCount"] == 0)
            #expect(answer.entitlement("monthly")?[string: "state"] == "active")
            #expect(answer.entitlement("pro")?[string: "state"] == "active")
            // As of when it was made: what was stated later holds, whenever it comes.
            let facts = try await server.storage.facts(of: "alice").purchases
            #expect(Set(facts.map(\.statedDate)) == [TestAuthority.signingDate])
            let wrong = #","transactionId":"7""#
            let other = try await client.upload(try SampleReceipt.signed(), for: "alice", wrong)
            #expect(other.errorCode == "transaction-not-in-receipt")
            // Nobody is asked again by a receipt of which the App Store says nothing.
            world.advance(days: 40)
            #expect(try await server.pollDue().total == 0)
        }
    }

    @Test("What the caller says was bought must be in the receipt; if it is not, nothing moves and nothing waits")
    func doubleCheck() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, server in
            let good = #","transactionId":"2001","productId":"com.example.app.monthly""#
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice", good).status == 200)
            let others = [#","transactionId":"2001","productId":"com.example.app.pro""#, #","transactionId":"999""#]
            for bad in others {
                let answer = try await client.upload(try SampleReceipt.signed(), for: "bob", bad)
                #expect(answer.status == 422)
                #expect(answer.errorCode == "transaction-not-in-receipt")
            }
            world.advance(days: 1)
            #expect(try await server.pollDue().total == 0)
            #expect(try await client.get("/v1/customers/bob").entitlements.isEmpty)
            #expect(try await client.get("/v1/customers/alice").entitlements.count == 2)
            // The receipt is as good as any for whoever says nothing wrong about it.
            #expect(try await client.upload(try SampleReceipt.signed(), for: "bob", good).entitlements.count == 2)
            #expect(try await client.get("/v1/customers/alice").entitlements.isEmpty)
        }
    }

    @Test("What was acknowledged before is not lost by a request that is refused")
    func refusedAfterwards() async throws {
        let world = try World()
        world.store.set(world.answer())
        world.store.set(.down)
        try await world.test { client, server in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 202)
            world.store.set(.up)
            let refused = try await client.upload(try SampleReceipt.signed(), for: "alice", #","transactionId":"999""#)
            #expect(refused.status == 422)
            #expect(try await client.get("/v1/customers/alice").json[integer: "pendingUploadCount"] == 1)
            world.advance(days: 0.01)
            #expect(try await server.pollDue().verifiedUploads == 1)
            #expect(try await client.get("/v1/customers/alice").entitlements.count == 2)
        }
    }

    @Test("With an API key callers must show it; the App Store and health checks need none")
    func apiKey() async throws {
        var world = try World()
        world.configuration.apiKey = APIKey("open sesame")
        try await world.test { client, _ in
            #expect(try await client.get("/v1/customers/alice").status == 401)
            #expect(try await client.get("/v1/customers/alice", headers: [.authorization: "Bearer open"]).status == 401)
            #expect(try await client.get("/v1/customers/alice", headers: [.authorization: "open sesame"]).status == 401)
            let header = "bearer open sesame"
            #expect(try await client.get("/v1/customers/alice", headers: [.authorization: header]).status == 200)
            #expect(try await client.get("/health").status == 200)
            let elsewhere = try await client.get("/elsewhere")
            #expect(elsewhere.errorCode == "not-found")
        }
    }

    @Test(
        "A customer's name is checked",
        arguments: ["%00", String(repeating: "x", count: 257), "%ff", "%", "%2", "%zz", "a%C3"]
    )
    func customerNames(name: String) async throws {
        let world = try World()
        try await world.test { client, _ in
            let answer = try await client.get("/v1/customers/\(name)")
            #expect(answer.status == 400)
            #expect(answer.errorCode == "invalid-customer")
            let upload = try await client.upload(try SampleReceipt.signed(), for: name)
            #expect(upload.errorCode == "invalid-customer")
            #expect(world.store.requests.isEmpty)
        }
    }

    @Test(
        "A customer's name is taken as it was meant",
        arguments: [("%25ff", "%ff"), ("Zo%C3%AB", "Zoë"), ("a%2Fb", "a/b")]
    )
    func escapedNames(path: String, name: String) async throws {
        let world = try World()
        try await world.test { client, _ async throws in
            #expect(try await client.get("/v1/customers/\(path)").json[string: "customer"] == name)
        }
    }
}
