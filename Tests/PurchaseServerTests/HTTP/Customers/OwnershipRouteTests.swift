import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A purchase that turns up for somebody else")
struct OwnershipRouteTests {
    private static func world(_ policy: OwnershipPolicy) throws -> World {
        var world = try World()
        world.configuration.customers.ownership.standard = policy
        world.store.set(world.answer())
        return world
    }

    @Test(
        "The answer says what is the customer's and what is not",
        arguments: [
            (OwnershipPolicy.transfer, 200, 2, 0), (.transferIfInactive, 200, 1, 1), (.share, 200, 2, 2),
            (.refuse, 409, 0, 2),
        ]
    )
    func policies(policy: OwnershipPolicy, status: Int, ofBob: Int, ofAlice: Int) async throws {
        try await Self.world(policy).test { client, _ in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").entitlements.count == 2)
            let answer = try await client.upload(try SampleReceipt.signed(), for: "bob")
            #expect(answer.status == status)
            #expect(answer.errorCode == (status == 409 ? "purchase-of-another-customer" : nil))
            #expect(try await client.get("/v1/customers/bob").entitlements.count == ofBob)
            #expect(try await client.get("/v1/customers/alice").entitlements.count == ofAlice)
            let refused = answer.json[array: "refusedPurchases"]?.compactMap(\.object) ?? []
            let expected = policy == .transferIfInactive ? ["2000"] : []
            #expect(refused.compactMap { $0[string: "originalTransactionId"] } == expected)
        }
    }

    @Test("What the caller says was bought must be theirs")
    func meant() async throws {
        try await Self.world(.transferIfInactive).test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            let once = try await client.upload(try SampleReceipt.signed(), for: "bob", #","transactionId":"1000""#)
            #expect(once.status == 200)
            let active = try await client.upload(try SampleReceipt.signed(), for: "bob", #","transactionId":"2001""#)
            #expect(active.status == 409)
        }
    }

    @Test("An app has its own policy, and the sandbox may have another one")
    func ofApps() async throws {
        var world = try Self.world(.refuse)
        world.configuration.customers.ownership.ofApps = [SampleReceipt.bundleID: .share]
        try await world.test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(try await client.upload(try SampleReceipt.signed(), for: "bob").status == 200)
            #expect(try await client.get("/v1/customers/alice").entitlements.count == 2)
        }
        world.configuration.customers.ownership.outsideProduction = .transfer
        try await world.test { (client, _) async throws in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "carol").status == 200)
            #expect(try await client.get("/v1/customers/alice").entitlements.isEmpty)
        }
    }

    @Test("The developer moves what the policy holds; the trail says who did what why")
    func transfer() async throws {
        try await Self.world(.refuse).test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            _ = try await client.upload(try SampleReceipt.signed(), for: "bob")
            let body = #"{"from":"alice","to":"bob","originalTransactionIds":["2000"],"reason":"new e-mail"}"#
            for moved in [1, 0] {
                let answer = try await client.post("/v1/transfers", body)
                #expect(answer.status == 200)
                #expect(answer.json[array: "purchases"]?.count == moved)
            }
            #expect(try await client.get("/v1/customers/bob").entitlement("monthly") != nil)
            let trail = try await client.get("/v1/customers/bob/audit").json[array: "audit"]?.compactMap(\.object) ?? []
            #expect(trail.compactMap { $0[string: "kind"] } == ["transferred", "refused", "refused"])
            #expect(trail.first?[string: "from"] == "alice")
            #expect(trail.first?[string: "reason"] == "new e-mail")
            let first = try await client.get("/v1/customers/bob/audit?limit=2")
            #expect(first.json[array: "audit"]?.count == 2)
            let cursor = try #require(first.json[string: "cursor"])
            let rest = try await client.get("/v1/customers/bob/audit?limit=2&cursor=\(cursor)")
            #expect(rest.json[array: "audit"]?.count == 1)
            #expect(rest.json[string: "cursor"] == nil)
            let other = #"{"from":"alice","to":"bob","originalTransactionIds":["7"]}"#
            let missing = try await client.post("/v1/transfers", other)
            #expect(missing.errorCode == "purchase-not-owned")
            // Of all purchases nobody could tell a slip in the name from somebody who has none.
            let slip = try await client.post("/v1/transfers", #"{"from":"alise","to":"bob"}"#)
            #expect((slip.status, slip.errorCode) == (404, "unknown-customer"))
            let nothing = try await client.post("/v1/transfers", #"{"from":"alice","to":"carol"}"#)
            #expect(nothing.json[array: "purchases"]?.isEmpty == false)
            let again = try await client.post("/v1/transfers", #"{"from":"alice","to":"carol"}"#)
            #expect(again.json[array: "purchases"]?.isEmpty == true)
        }
    }

    @Test("Under refusal a purchase of somebody without an account comes along to any account")
    func restored() async throws {
        try await Self.world(.refuse).test { client, _ in
            _ = try await client.upload(try SampleReceipt.signed(), for: "anonymous:phone")
            let answer = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(answer.entitlements.count == 2)
            #expect(try await client.upload(try SampleReceipt.signed(), for: "anonymous:tablet").status == 409)
        }
    }
}
