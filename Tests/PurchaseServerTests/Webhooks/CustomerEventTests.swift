import AppStoreModels
import Entitlements
import Foundation
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Telling of transfers, grants and balances", .timeLimit(.minutes(15)))
struct CustomerEventTests {
    private static func world() throws -> World {
        var world = try World()
        world.configuration.customers.sandbox = .everybody
        world.configuration.customers.levels = try LevelCatalogue([.init("gold")])
        world.configuration.customers.ledger = try LedgerRules(
            products: [.init("com.example.app.pro", gives: ["coins": 100])]
        )
        world.store.set(world.answer())
        return world
    }

    /// The events of these types, the oldest first.
    private static func events(
        _ types: Set<PurchaseEventType>,
        of customer: CustomerID,
        _ server: PurchaseServerApplication
    ) async throws -> [JSONObject] {
        try await server.storage.events(after: 0, of: customer, limit: 1_000).filter { types.contains($0.type) }
            .map { try #require(JSONValue(parsing: $0.body).object) }
    }

    @Test("Both hear of a purchase that moves, by a receipt or by the developer")
    func transfers() async throws {
        try await Self.world().test { client, server in
            for name in ["alice", "bob"] {
                #expect(try await client.upload(try SampleReceipt.signed(), for: name).status == 200)
            }
            let lost = try await Self.events([.purchaseTransferredOut], of: "alice", server)
            #expect(lost.map { $0[string: "originalTransactionId"] }.compactMap(\.self).sorted() == ["1000", "2000"])
            #expect(lost.allSatisfy { $0[string: "from"] == "alice" && $0[string: "to"] == "bob" })
            #expect(lost.last?[array: "entitlements"]?.isEmpty == true)
            #expect(try await Self.events([.purchaseTransferredIn], of: "bob", server).count == 2)
            let body = #"{"from":"bob","to":"carol","originalTransactionIds":["2000"]}"#
            for _ in 0..<2 { #expect(try await client.post("/v1/transfers", body).status == 200) }
            let got = try await Self.events([.purchaseTransferredIn], of: "carol", server)
            #expect(got.count == 1)
            #expect(got.first?[array: "entitlements"]?.count == 1)
            #expect(try await Self.events([.purchaseTransferredOut], of: "bob", server).count == 1)
        }
    }

    @Test("A grant is told when it is given, taken back, and when it ends, each once")
    func grants() async throws {
        let world = try Self.world()
        let all: Set<PurchaseEventType> = [.levelGranted, .grantRevoked, .grantEnded]
        try await world.test { client, server in
            let end = (world.now + 86_400).millisecondsSince1970
            for _ in 0..<2 {
                _ = try await client.put("/v1/customers/bob/grants/g", #"{"level":"gold","endDate":\#(end)}"#)
                _ = try await client.put("/v1/customers/bob/grants/h", #"{"level":"gold"}"#)
            }
            for _ in 0..<2 { _ = try await client.delete("/v1/customers/bob/grants/h") }
            world.advance(days: 2)
            for _ in 0..<2 { try await server.sendWebhooksDue() }
            let events = try await Self.events(all, of: "bob", server)
            #expect(
                events.map { $0[string: "type"] } == ["levelGranted", "levelGranted", "grantRevoked", "grantEnded"]
            )
            #expect(events.map { $0[object: "grant"]?[string: "grant"] } == ["g", "h", "h", "g"])
            #expect(events[0][array: "levels"]?.first?.object?[string: "level"] == "gold")
            #expect(events[3][array: "levels"]?.isEmpty == true)
        }
    }

    @Test("A grant counts from the moment at which it is given, whatever fractions the clock shows")
    func fractions() async throws {
        for fraction in [0.0004, 0.0005, 0.0006, 0.0009] {
            var world = try Self.world()
            world.configuration.now = { TestAuthority.signingDate + 60 + fraction }
            try await world.test { client, server in
                _ = try await client.put("/v1/customers/bob/grants/g", #"{"level":"gold"}"#)
                let event = try #require(try await Self.events([.levelGranted], of: "bob", server).first)
                #expect(event[array: "levels"]?.first?.object?[string: "level"] == "gold", "\(fraction)")
                let answer = try await client.get("/v1/customers/bob")
                #expect(answer.json[array: "levels"]?.count == 1, "\(fraction)")
                #expect(answer.json[milliseconds: "date"] == TestAuthority.signingDate + 60, "\(fraction)")
            }
        }
    }

    @Test("A balance is told whenever it changes: by a purchase, a call, a refund")
    func balances() async throws {
        let world = try Self.world()
        try await world.test { client, server in
            for _ in 0..<2 { _ = try await client.upload(try SampleReceipt.signed(), for: "alice") }
            for _ in 0..<2 {
                _ = try await client.put("/v1/customers/alice/entries/hint", #"{"currency":"coins","amount":-80}"#)
            }
            world.advance(days: 1)
            let refund = try NotificationSample.body(.refund, at: world.now) {
                $0.transactionID = "1000"
                $0.originalTransactionID = "1000"
                $0.productID = "com.example.app.pro"
                $0.type = .consumable
                $0.expiresDate = nil
                $0.revocationDate = world.now
            }
            for _ in 0..<2 { #expect(try await client.post("/apple/notifications", refund).status == 200) }
            let events = try await Self.events([.balanceChanged], of: "alice", server)
            #expect(events.map { $0[integer: "amount"] } == [100, -80, -20])
            #expect(events.map { $0[integer: "balance"] } == [100, 20, 0])
            #expect(events.allSatisfy { $0[string: "currency"] == "coins" })
        }
    }

    @Test("Who spent of a purchase hears of its refund, whoever has it now")
    func refundAfterMove() async throws {
        let world = try Self.world()
        try await world.test { client, server in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            _ = try await client.put("/v1/customers/alice/entries/hint", #"{"currency":"coins","amount":-80}"#)
            #expect(try await client.post("/v1/transfers", #"{"from":"alice","to":"bob"}"#).status == 200)
            world.advance(days: 1)
            var refunded = try #require(
                try await server.storage.facts(of: "bob").purchases.first { $0.transactionID == "1000" }
            )
            refunded.revocationDate = world.now
            refunded.statedDate = world.now
            try await server.storage.notify("n", [refunded], at: world.now)
            let alice = try await Self.events([.balanceChanged], of: "alice", server)
            #expect(alice.map { $0[integer: "amount"] } == [100, -80, -20])
            #expect(try await Self.events([.balanceChanged], of: "bob", server).isEmpty)
        }
    }

    @Test("Of very many purchases that move at once, the first events show what the customers have, the others little")
    func manyTransfers() async throws {
        try await Self.world().test { client, server in
            let facts = (1...30).map { Purchases.fact("\($0)", product: "product-\($0)", lasts: nil) }
            try await server.storage.upload(facts, by: "alice")
            #expect(try await client.post("/v1/transfers", #"{"from":"alice","to":"bob"}"#).status == 200)
            let events = try await Self.events([.purchaseTransferredIn], of: "bob", server)
            let shown = events.map { $0[array: "entitlements"]?.count }
            #expect(shown == Array(repeating: 30, count: 20) + Array(repeating: 1, count: 10))
            #expect(Set(events.map { $0[string: "originalTransactionId"] }).count == 30)
            #expect(try await Self.events([.purchaseTransferredOut], of: "alice", server).count == 30)
        }
    }

    @Test("What is credited to one and moves is told to both")
    func movedBalance() async throws {
        try await Self.world().test { client, server in
            for name in ["alice", "bob"] { _ = try await client.upload(try SampleReceipt.signed(), for: name) }
            let alice = try await Self.events([.balanceChanged], of: "alice", server)
            #expect(alice.map { $0[integer: "balance"] } == [100, 0])
            let bob = try await Self.events([.balanceChanged], of: "bob", server)
            #expect(bob.map { $0[integer: "balance"] } == [100])
        }
    }
}
