import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What nobody is told of an import", .timeLimit(.minutes(15)))
struct ImportSilenceTests {
    @Test("Webhooks hear nothing of an import, and of what happens afterwards what it is")
    func silence() async throws {
        try await ImportWorld.with { world in
            let posy = try world.buy(SampleShop.posy, as: "flora")
            try await world.take("customer,original_transaction_id\nflora,\(posy)\n")
            let storage = try PurchaseDatabase(file: world.configuration.databaseFile)
            #expect(try await storage.events(after: 0, of: nil, limit: 9).isEmpty)
            try world.store.advance(by: 40 * 86_400)
            let server = try PurchaseServerApplication(configuration: world.configuration)
            #expect(try await server.pollDue().checkedReceipts == 1)
            let events = try await storage.events(after: 0, of: nil, limit: 9)
            #expect(!events.isEmpty)
            #expect(!events.map(\.type).contains(.subscriptionStarted))
            #expect(!events.map(\.type).contains(.trialStarted))
        }
    }

    @Test("Nor do they hear of purchases that move, of grants, of ends that are past, and of balances")
    func silenceOfCustomers() async throws {
        try await ImportWorld.with { world in
            var world = world
            world.configuration.customers.ledger = try LedgerRules(products: [
                .init(SampleShop.seeds, gives: ["coins": 9])
            ])
            let posy = try world.buy(SampleShop.posy, as: "flora")
            let seeds = try world.buy(SampleShop.seeds, as: "flora")
            let columns =
                "customer=who,alias=also,originalTransactionId=what,store=store,level=level,startDate=from,endDate=to"
            let header = "who,also,what,store,level,from,to\n"
            try await world.take(header + "rose,,\(posy),,,,\nviolet,,\(seeds),,,,\n", columns: columns)
            let moves =
                "flora,$RCAnonymousID:7,\(posy),,,,\n" + "lily,,,promotional,gold,2001-01-01,2002-01-01\n"
                + "lily,,,promotional,silver,2001-01-01,2099-01-01\n" + "$RCAnonymousID:8,violet,\(seeds),,,,\n"
            let moved = try await world.take(header + moves, columns: columns)
            #expect(moved.progress.taken == 4, "\(moved.refused)")
            #expect(try await world.statement(of: "flora").entitlements.count == 1)
            let server = try PurchaseServerApplication(configuration: world.configuration)
            #expect(try await server.statement(of: "violet").balances == ["coins": 9])
            try await server.sendWebhooksDue()
            #expect(try await server.storage.events(after: 0, of: nil, limit: 99).map(\.type) == [])
            // What changes from now on is told as it is, and not with all that was there before.
            let order = LedgerOrder(
                name: "gift",
                currency: "coins",
                amount: 1,
                reason: nil,
                date: world.store.now,
                actor: "test"
            )
            _ = try await server.storage.enter(order, of: "violet", by: world.configuration.ledgerTerms)
            let events = try await server.storage.events(after: 0, of: nil, limit: 99)
            #expect(events.map(\.type) == [.balanceChanged])
            let told = try #require(try events.first.map { try JSONValue(parsing: $0.body) }?.object)
            #expect(told[integer: "amount"] == 1)
            #expect(told[integer: "balance"] == 10)
        }
    }
}
