import AppReceipt
import AppStoreModels
import Foundation
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Polling while the App Store is slow", .timeLimit(.minutes(15)))
struct SlowAppStoreTests {
    /// More than are asked about at once.
    private static let count = 20
    /// How many of them are: one place is kept for the other App Store.
    private static let atOnce = PollPlaces.limit - 1

    /// A world whose App Store can be slow.
    private static func world(_ kind: StorageKind) async throws -> (World, SlowAppStore) {
        var world = try World()
        #if PostgreSQL && os(Linux)
            if kind == .postgresql { world.configuration.sharedDatabase = try await .fresh() }
        #endif
        // Whoever is answered last would have it alone.
        world.configuration.customers.ownership.standard = .share
        let appStore = SlowAppStore(store: world.store)
        world.configuration.transport = appStore
        return (world, appStore)
    }

    /// Uploads for which there was no answer, all due.
    private static func fill(_ world: World, _ server: PurchaseServerApplication) async throws {
        world.store.set(.down)
        let receipt = try SampleReceipt.signed()
        try await Application(router: server.router).test(.router) { client in
            for number in 0..<count { _ = try await client.upload(receipt, for: "customer-\(number)") }
        }
        world.store.set(.up)
        world.store.set(world.answer())
        world.advance(days: 61.0 / 86_400)
    }

    @Test(
        "A server on its own asks about everything, however long the last wait for their turn",
        arguments: StorageKind.allCases
    )
    func alone(kind: StorageKind) async throws {
        let (world, appStore) = try await Self.world(kind)
        defer { withExtendedLifetime(world) {} }
        let server = try world.server()
        try await Self.fill(world, server)
        _ = appStore.takeCount()
        appStore.become(slow: true)
        let polling = Task { try await server.pollDue() }
        await eventually { appStore.waiting == Self.atOnce }
        appStore.become(slow: false)
        world.advance(days: 600.0 / 86_400)
        appStore.giveUp()
        let report = try await polling.value
        #expect(report.postponed == Self.atOnce)
        #expect(report.verifiedUploads == Self.count - Self.atOnce)
        #expect(appStore.takeCount() == Self.count)
    }

    @Test(
        "Where the sandbox is silent, production is asked about all that is due there",
        arguments: StorageKind.allCases
    )
    func silentSandbox(kind: StorageKind) async throws {
        var world = try await Self.world(kind).0
        defer { withExtendedLifetime(world) {} }
        var answer = world.answer()
        answer.environment = .production
        let appStore = HalfSilentAppStore(answer)
        world.configuration.transport = appStore
        let server = try world.server()
        let sandbox = try SampleReceipt.signed()
        let production = try SampleReceipt.signed { $0.environment = .production }
        try await Application(router: server.router).test(.router) { client in
            for number in 0..<Self.count { _ = try await client.upload(sandbox, for: "tester-\(number)") }
            for number in 0..<Self.count { _ = try await client.upload(production, for: "customer-\(number)") }
        }
        world.advance(days: 61.0 / 86_400)
        appStore.open()
        let polling = Task { try await server.pollDue() }
        await eventually { appStore.answered == Self.count && appStore.waiting == Self.atOnce }
        appStore.giveUp()
        let report = try await polling.value
        #expect(report.verifiedUploads == Self.count)
        #expect(report.postponed == Self.count)
    }

    #if PostgreSQL && os(Linux)
        @Test("What waits for its turn too long is asked about by another server, and by that one only")
        func shared() async throws {
            let (world, appStore) = try await Self.world(.postgresql)
            defer { withExtendedLifetime(world) {} }
            let (first, second) = (try world.server(), try world.server())
            try await Self.fill(world, first)
            let failures = try await Self.failures(first)
            _ = appStore.takeCount()
            appStore.become(slow: true)
            let polling = Task { try await first.pollDue() }
            await eventually { appStore.waiting == Self.atOnce }
            appStore.become(slow: false)
            // Longer than the first has taken them for.
            world.advance(days: 200.0 / 86_400)
            #expect(try await second.pollDue().verifiedUploads == Self.count)
            appStore.giveUp()
            let report = try await polling.value
            #expect(report.total == Self.atOnce)
            #expect(appStore.takeCount() == Self.atOnce + Self.count)
            #expect(try await Self.failures(second) == failures)
        }

        /// How often the App Store had no answer about each upload.
        private static func failures(_ server: PurchaseServerApplication) async throws -> [Int] {
            try await server.storage.read { database in
                try Int.fetchAll(database, sql: "SELECT failed_attempts FROM upload ORDER BY id")
            }
        }
    #endif
}
