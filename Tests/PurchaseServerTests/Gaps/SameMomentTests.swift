import AppStoreModels
import Entitlements
import Foundation
import GRDB
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Statements of one moment", .timeLimit(.minutes(15)))
struct SameMomentTests {
    @Test("Somebody whose subscription the store ends is entitled no more, in whatever order the store tells it")
    func end() async throws {
        for intent in [ExpirationIntent.customerCancelled, .billingError] {
            let world = try LocalStoreWorld()
            let server = try world.server()
            let identifier = try await world.buy(SampleShop.posy, server)
            try world.store.advance(by: 86_400)
            try world.store.end(originalTransactionID: identifier, because: intent)
            await world.deliver()
            let statement = try await server.statement(of: "flora")
            #expect(statement.entitlements.map(\.isEntitled) == [false], "\(intent)")
            #expect(statement.entitlements.map(\.state) == [.expired], "\(intent)")
        }
    }

    @Test("Of two ends that were stated in one millisecond the earlier one holds, in either order")
    func twoEnds() async throws {
        let late = Purchases.fact("1")
        let early = Purchases.fact("1", lasts: 86_400)
        for facts in [[late, early], [early, late]] {
            let world = try World()
            let server = try PurchaseServerApplication(configuration: world.configuration)
            for (number, fact) in facts.enumerated() {
                try await server.storage.notify("\(number)", [fact], at: Purchases.start)
            }
            let known = try await server.storage.read { database in
                try PurchaseDatabase.facts(
                    of: ChainKey(environment: .production, originalTransactionID: "1"),
                    in: database
                )
            }
            #expect(known.entitlements(at: Purchases.start + 2 * 86_400).map(\.state) == [.expired])
            #expect(PurchaseFacts(purchases: facts).entitlements(at: Purchases.start + 60).map(\.state) == [.active])
        }
    }
}
