import AppStoreModels
import Entitlements
import Foundation
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Rows that cannot be read and are due to be told")
struct UnreadableRowTests {
    private func types(_ customer: CustomerID, _ server: PurchaseServerApplication) async throws -> [PurchaseEventType]
    {
        try await server.storage.events(after: 0, of: customer, limit: 100).map(\.type)
    }

    @Test(
        "One purchase of which something is damaged does not keep others from being told, and is not tried for ever",
        arguments: [
            "UPDATE fact SET content = x'7B' WHERE original_transaction_id = '1'",
            "UPDATE purchase_standing SET content = x'7B' WHERE original_transaction_id = '1'",
        ]
    )
    func purchase(damage: String) async throws {
        let world = try World()
        world.clock.withLock { $0 = Purchases.start }
        try await world.test { _, server in
            try await server.storage.upload([Purchases.fact("1", lasts: 86_400)], by: "alice")
            try await server.storage.upload([Purchases.fact("2", lasts: 86_400)], by: "bob")
            try world.change(damage)
            world.advance(days: 3)
            try await server.sendWebhooksDue()
            #expect(try await types("bob", server).contains(.expired))
            #expect(try world.number("SELECT count(*) FROM purchase_standing WHERE next_change_ms IS NOT NULL") == 0)
        }
    }

    @Test("Where no purchase gives credits a purchase moves without a look at all that the customers have")
    func move() async throws {
        let world = try World()
        try await world.test { client, server in
            try await server.storage.upload([Purchases.fact("1", lasts: nil)], by: "alice")
            let body = #"{"level":"gold"}"#
            #expect(try await client.put("/v1/customers/bob/grants/g", body).status < 300)
            try world.change("UPDATE level_grant SET level = ''")
            let order = TransferOrder(from: "alice", to: "bob")
            let note = AuditNote(date: world.now, actor: "test")
            #expect(try await server.storage.transfer(order, note).moved.count == 1)
        }
    }

    @Test("One grant that is damaged does not keep others from being told")
    func grant() async throws {
        let world = try World()
        try await world.test { client, server in
            let end = (world.now + 86_400).millisecondsSince1970
            for name in ["alice", "bob"] {
                let body = #"{"level":"gold","endDate":\#(end)}"#
                _ = try await client.put("/v1/customers/\(name)/grants/g", body)
            }
            try world.change(
                """
                UPDATE level_grant SET level = '' WHERE customer =
                    (SELECT number FROM customer_name WHERE name = 'alice')
                """
            )
            world.advance(days: 2)
            try await server.sendWebhooksDue()
            #expect(try await types("bob", server).contains(.grantEnded))
            #expect(try world.number("SELECT count(*) FROM level_grant WHERE is_end_told = 0") == 0)
        }
    }
}
