#if PostgreSQL && os(Linux)
    import Foundation
    import LocalAppStore
    import TestSupport
    import Testing

    @testable import PurchaseServer

    @Suite("An import beside servers on one database", .timeLimit(.minutes(15)))
    struct SharedImportTests {
        @Test("What it asks counts with what they ask: the App Store's limits are those of all of them")
        func turns() async throws {
            try await ImportWorld.with(.postgresql) { world in
                let posy = try world.buy(SampleShop.posy, as: "flora")
                let result = try await world.take("customer,original_transaction_id\nflora,\(posy)\n")
                #expect(result.progress.taken == 1)
                let storage = try PurchaseDatabase(#require(world.configuration.sharedDatabase))
                let limits = try await storage.read {
                    try String.fetchAll($0, sql: "SELECT name FROM app_store_turn WHERE next_at > 0")
                }
                #expect(!limits.isEmpty)
                #expect(limits.allSatisfy { $0.hasPrefix("\(SampleShop.app.bundleID)/") })
            }
        }
    }
#endif
