import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Work that one server does at a time", .timeLimit(.minutes(5)))
struct WorkClaimTests {
    private static let start = Purchases.start

    @Test("A file has one server, which need not ask")
    func file() async throws {
        let scratch = try TemporaryFolder()
        let storage = try PurchaseDatabase(file: scratch.file("a.sqlite"))
        let (first, second) = (WorkClaim("gaps"), WorkClaim("gaps"))
        #expect(try await storage.claim(first, at: Self.start))
        #expect(try await storage.claim(second, at: Self.start))
        try await storage.release(first)
    }

    #if PostgreSQL && os(Linux)
        @Test("Of several that claim the same at once one has it; of different work each has its own")
        func atOnce() async throws {
            let database = try await SharedDatabase.fresh()
            let storages = try (0..<3).map { _ in PurchaseDatabase(try database.engine()) }
            for round in 0..<3 {
                let count = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for storage in storages + storages {
                        group.addTask { try await storage.claim(WorkClaim("gaps \(round)"), at: Self.start) }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
                #expect(count == 1)
            }
        }

        @Test("It is had until it is given up, or some time after its holder said the last word")
        func course() async throws {
            let storage = PurchaseDatabase(try await SharedDatabase.fresh().engine())
            let (first, second) = (WorkClaim("gaps"), WorkClaim("gaps"))
            #expect(try await storage.claim(first, at: Self.start))
            #expect(try await !storage.claim(second, at: Self.start + WorkClaim.duration - 1))
            #expect(try await storage.claim(first, at: Self.start + 100))
            #expect(try await !storage.claim(second, at: Self.start + WorkClaim.duration + 99))
            #expect(try await storage.claim(second, at: Self.start + WorkClaim.duration + 100))
            // Whose time is over does not take it from who has it now, nor give it up for them.
            #expect(try await !storage.claim(first, at: Self.start + WorkClaim.duration + 101))
            try await storage.release(first)
            #expect(try await !storage.claim(first, at: Self.start + WorkClaim.duration + 102))
            try await storage.release(second)
            #expect(try await storage.claim(first, at: Self.start + WorkClaim.duration + 103))
        }

        @Test("What a clock that ran ahead claimed is nobody's")
        func clockAhead() async throws {
            let storage = PurchaseDatabase(try await SharedDatabase.fresh().engine())
            #expect(try await storage.claim(WorkClaim("gaps"), at: Self.start + 90_000))
            #expect(try await storage.claim(WorkClaim("gaps"), at: Self.start))
        }

        @Test("While another server looks for what was not told nobody asks the App Store for the same")
        func gaps() async throws {
            var world = try LocalStoreWorld()
            world.configuration.sharedDatabase = try await .fresh()
            let server = try world.server()
            try await world.buy(SampleShop.greenhouse, server)
            try world.store.advance(by: 86_400)
            world.stop()
            await world.deliver()
            _ = world.network.takeRequests()

            let others = [
                WorkClaim("notifications Sandbox \(SampleShop.app.bundleID)"), WorkClaim("histories Production"),
                WorkClaim("histories Sandbox"),
            ]
            for claim in others { #expect(try await server.storage.claim(claim, at: world.store.now)) }
            #expect(try await server.repairGaps() == RepairReport())
            #expect(world.network.takeRequests() == [])
            for claim in others { try await server.storage.release(claim) }
            #expect(try await server.repairGaps().failures == [])
            #expect(world.network.takeRequests().contains { $0.contains("notifications/history") })
            // It has given all of it up.
            for claim in others { #expect(try await server.storage.claim(claim, at: world.store.now)) }
        }

        @Test("Two that reconcile the same at once: the second hears so")
        func reconciling() async throws {
            var world = try LocalStoreWorld()
            world.configuration.sharedDatabase = try await .fresh()
            let server = try world.server()
            try await world.buy(SampleShop.greenhouse, server)
            let claim = WorkClaim("reconcile false  ")
            #expect(try await server.storage.claim(claim, at: world.store.now))
            let error = await #expect(throws: PurchaseServerError.self) { try await server.reconcile() }
            #expect(error?.code == .databaseBusy)
            // Of one customer is something else.
            var order = ReconciliationOrder()
            order.customer = "flora"
            #expect(try await server.reconcile(order).checked == 1)
            try await server.storage.release(claim)
            #expect(try await server.reconcile().checked == 1)
            #expect(try await server.reconcile().checked == 1)
        }
    #endif
}
