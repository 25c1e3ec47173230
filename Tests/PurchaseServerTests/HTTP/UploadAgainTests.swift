import AppReceipt
import AppStoreModels
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Uploading a receipt that was verified before", .timeLimit(.minutes(15)))
struct UploadAgainTests {
    private static func pendingCount(_ client: any TestClientProtocol, _ customer: String) async throws -> Int64? {
        try await client.get("/v1/customers/\(customer)").json[integer: "pendingUploadCount"]
    }

    /// A receipt was verified for anna, and then became bert's.
    private static func world() async throws -> World {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ async throws in
            for customer in ["anna", "bert"] {
                #expect(try await client.upload(try SampleReceipt.signed(), for: customer).status == 200)
            }
        }
        return world
    }

    @Test("In an outage it waits like any other, and is verified by the poller")
    func outage() async throws {
        let world = try await Self.world()
        world.store.set(.down)
        try await world.test { client, server in
            #expect(try await Self.pendingCount(client, "anna") == 0)
            let answer = try await client.upload(try SampleReceipt.signed(), for: "anna")
            #expect(answer.status == 202)
            #expect(answer.json[integer: "pendingUploadCount"] == 1)
            #expect(try await Self.pendingCount(client, "anna") == 1)
            world.store.set(.up)
            world.advance(days: 0.01)
            #expect(try await server.pollDue().verifiedUploads == 1)
            #expect(try await Self.pendingCount(client, "anna") == 0)
            #expect(try await client.get("/v1/customers/anna").entitlements.count == 2)
            #expect(try await client.get("/v1/customers/bert").entitlements.isEmpty)
        }
        #expect(try world.numbers("SELECT count(*) FROM upload WHERE receipt IS NULL") == [2])
    }

    @Test("While the App Store is silent it is on the disk before anybody is told so")
    func silence() async throws {
        let receipt = try SampleReceipt.signed()
        var world = try await Self.world()
        world.configuration.patienceTimer = { _ in }
        let (silence, end) = AsyncStream<Void>.makeStream()
        defer { end.finish() }
        world.store.set(.silent(about: receipt, silence))
        try await world.test { [world] client, _ async throws in
            #expect(try await client.upload(receipt, for: "anna").status == 202)
            #expect(try world.numbers("SELECT length(receipt) FROM upload WHERE status = 'pending'") == [receipt.count])
            #expect(try await Self.pendingCount(client, "anna") == 1)
            end.finish()
        }
    }

    @Test("Over a limit it is refused instead of acknowledged")
    func limit() async throws {
        var world = try await Self.world()
        world.configuration.pendingUploadLimits = PendingUploadLimits(ofCustomer: 1)
        world.store.set(.down)
        try await world.test { client, _ in
            let other = try SampleReceipt.signed { $0.opaqueValue = [9] }
            #expect(try await client.upload(other, for: "anna").status == 202)
            let answer = try await client.upload(try SampleReceipt.signed(), for: "anna")
            #expect(answer.status == 429)
            #expect(answer.errorCode == "pending-uploads-of-customer")
        }
    }

    @Test("Answered at once, it is written once")
    func writes() async throws {
        let world = try await Self.world()
        try await world.test { client, _ in
            try world.change("CREATE TABLE upload_write (status TEXT NOT NULL)")
            try world.change(
                """
                CREATE TRIGGER upload_written AFTER UPDATE ON upload
                BEGIN INSERT INTO upload_write VALUES (NEW.status); END
                """
            )
            for _ in 0..<3 {
                #expect(try await client.upload(try SampleReceipt.signed(), for: "bert").status == 200)
            }
            #expect(try world.number("SELECT count(*) FROM upload_write") == 3)
            #expect(try world.number("SELECT count(*) FROM upload_write WHERE status = 'pending'") == 0)
        }
    }
}
