import AppStoreModels
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A receipt that was genuine once and is refused now")
struct RefusedReceiptTests {
    @Test("Of an account that was deleted it is asked about no more")
    func deletedAccount() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, server in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            world.advance(days: 31)
            world.store.set(.status(21010))
            #expect(try await server.pollDue().retiredReceipts == 1)
            for _ in 0..<5 {
                world.advance(days: 10)
                #expect(try await server.pollDue().total == 0)
            }
            #expect(try await client.get("/v1/customers/alice").entitlements.count == 2)
        }
    }

    @Test("Otherwise it is asked about for a day and no longer, because the App Store has been wrong for hours")
    func refused() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, server in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            world.advance(days: 31)
            world.store.set(.status(21003))
            var asked = 0
            for _ in 0..<60 {
                asked += try await server.pollDue().total
                world.advance(days: 1.01 / 24)
            }
            #expect(asked == Poller.patience + 1)
            // The customer sends it again when the App Store is itself again.
            world.store.set(.up)
            world.store.set(world.answer(periods: 2))
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            world.advance(days: 30)
            #expect(try await server.pollDue().checkedReceipts == 1)
        }
    }

    @Test("What our own settings refuse is asked about again: they may change")
    func ownSettings() async throws {
        var world = try World()
        world.store.set(world.answer())
        try await world.test { client, _ in _ = try await client.upload(try SampleReceipt.signed(), for: "alice") }
        world.configuration.environments = [.production]
        world.advance(days: 31)
        try await world.test { [world] _, server in
            for _ in 0..<40 {
                let report = try await server.pollDue()
                #expect(report.postponed == 1)
                world.advance(days: 1.01 / 24)
            }
        }
    }
}
