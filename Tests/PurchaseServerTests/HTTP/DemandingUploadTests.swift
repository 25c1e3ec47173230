import AppReceipt
import AppStoreModels
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("An upload that waits, of which the caller said what must be in it", .timeLimit(.minutes(15)))
struct DemandingUploadTests {
    private static let missing = #","transactionId":"999""#
    private static let there = #","transactionId":"2001","productId":"com.example.app.monthly""#
    private static let unnamed = ""

    /// A world whose App Store has no answer yet.
    private static func world() throws -> World {
        let world = try World()
        world.store.set(world.answer())
        world.store.set(.down)
        return world
    }

    @Test(
        "Nothing of it is taken without that; of several requests the one counts that is content",
        arguments: [
            ([missing], 0), ([there], 2), ([missing, missing], 0), ([missing, there], 2), ([there, missing], 2),
            ([missing, unnamed], 2), ([unnamed, missing], 2),
        ] as [([String], Int)]
    )
    func later(demands: [String], expected: Int) async throws {
        let world = try Self.world()
        try await world.test { client, server in
            for more in demands {
                let answer = try await client.upload(try SampleReceipt.signed(), for: "alice", more)
                // What is not in the receipt itself is not promised.
                #expect(answer.status == (more == Self.missing ? 503 : 202))
                #expect(answer.errorCode == (more == Self.missing ? "app-store-unavailable" : nil))
            }
            world.store.set(.up)
            world.advance(days: 1)
            let report = try await server.pollDue()
            #expect(report.verifiedUploads == (expected > 0 ? 1 : 0))
            #expect(report.rejectedUploads == (expected > 0 ? 0 : 1))
            let answer = try await client.get("/v1/customers/alice")
            #expect(answer.entitlements.count == expected)
            #expect(answer.json[integer: "pendingUploadCount"] == 0)
            #expect(try await server.pollDue().total == 0)
        }
        #expect(try world.numbers("SELECT count(*) FROM upload WHERE receipt IS NULL AND demands IS NULL") == [1])
    }

    @Test("It takes nothing from whoever has the purchases, and is as good as any for who demands nothing wrong of it")
    func others() async throws {
        let world = try Self.world()
        world.store.set(.up)
        try await world.test { client, server in
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice").status == 200)
            world.store.set(.down)
            #expect(try await client.upload(try SampleReceipt.signed(), for: "bob", Self.missing).status == 503)
            world.store.set(.up)
            world.advance(days: 1)
            #expect(try await server.pollDue().rejectedUploads == 1)
            #expect(try await client.get("/v1/customers/alice").entitlements.count == 2)
            #expect(try await client.get("/v1/customers/bob").entitlements.isEmpty)
            let refused = try await client.upload(try SampleReceipt.signed(), for: "bob", Self.missing)
            #expect((refused.status, refused.errorCode) == (422, "transaction-not-in-receipt"))
            let taken = try await client.upload(try SampleReceipt.signed(), for: "bob", Self.there)
            #expect(taken.entitlements.count == 2)
        }
    }

    @Test("What the receipt itself has was promised, also if the App Store leaves it out later")
    func usedUp() async throws {
        let world = try Self.world()
        try await world.test { client, server async throws in
            let named = #","transactionId":"1000""#
            #expect(try await client.upload(try SampleReceipt.signed(), for: "alice", named).status == 202)
            var answer = world.answer()
            answer.receipt?.inApp = []
            world.store.set(answer)
            world.store.set(.up)
            world.advance(days: 1)
            #expect(try await server.pollDue().verifiedUploads == 1)
            #expect(try await client.get("/v1/customers/alice").json[integer: "pendingUploadCount"] == 0)
        }
    }

    @Test("A damaged demand keeps neither the others waiting nor lets anything through")
    func damaged() async throws {
        let world = try Self.world()
        try await world.test { client, server in
            for name in ["alice", "bob"] {
                #expect(try await client.upload(try SampleReceipt.signed(), for: name, Self.there).status == 202)
            }
            try world.change("UPDATE upload SET demands = '[' WHERE customer = 'alice'")
            world.store.set(.up)
            world.advance(days: 1)
            #expect(try await server.pollDue().verifiedUploads == 1)
            #expect(try await client.get("/v1/customers/bob").entitlements.count == 2)
            #expect(try await client.get("/v1/customers/alice").json[integer: "pendingUploadCount"] == 1)
        }
    }
}
