import AppStoreModels
import Entitlements
import Foundation
import GRDB
import LocalAppStore
import Locking
import Logging
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Finding out what the server was not told", .timeLimit(.minutes(15)))
struct GapRepairTests {
    private func notificationCount(_ server: PurchaseServerApplication) async throws -> Int {
        try await server.storage.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM notification") ?? 0 }
    }

    @Test("After a downtime whose notifications are lost, the server knows what the store knows; each once")
    func downtime() async throws {
        let world = try LocalStoreWorld()
        let seeds: String
        do {
            let server = try world.server()
            try await world.buy(SampleShop.posy, server)
            seeds = try await world.buy(SampleShop.seeds, server)
            try await world.buy(SampleShop.greenhouse, server)
            await world.deliver()
            #expect(try await server.repairGaps().foundNotifications == 0)
            try await world.expectTruth(in: server)
            world.stop()
        }
        try world.store.advance(by: 20 * 86_400)
        try world.store.refund(transactionID: seeds)
        try world.store.advance(by: 3_600)
        await world.deliver()

        let server = try world.server()
        let before = try await notificationCount(server)
        let report = try await server.repairGaps()
        #expect(report.failures == [])
        #expect(report.foundNotifications > 0)
        #expect(try await notificationCount(server) == before + report.foundNotifications)
        try await world.expectTruth(in: server)
        let refunded = try await server.storage.facts(of: "flora").holding.purchases.first { $0.transactionID == seeds }
        #expect(refunded?.revocationDate != nil)
        // What has come by the list comes no more by it, and nothing twice.
        #expect(try await server.repairGaps().foundNotifications == 0)
        // The webhooks heard of it, too.
        let events = try await server.storage.events(after: 0, of: "flora", limit: 1_000)
        #expect(events.contains { $0.type == .refunded })
    }

    @Test("A list that breaks off goes on where it stopped, also in another process")
    func resumption() async throws {
        let world = try LocalStoreWorld()
        do {
            let server = try world.server()
            try await world.buy(SampleShop.greenhouse, server)
            await world.deliver()
            world.stop()
        }
        try world.store.advance(by: 86_400)
        for _ in 1...45 { try world.store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        await world.deliver()

        _ = world.network.takeRequests()
        world.network.capacity = 1
        let first = try await world.server().repairGaps()
        #expect(first.foundNotifications > 0)
        #expect(first.failures.count == 1)
        world.network.capacity = nil
        #expect(world.network.takeRequests().filter { $0.contains("history") }.count == 2)
        let server = try world.server()
        let second = try await server.repairGaps()
        #expect(second.failures == [])
        #expect(first.foundNotifications + second.foundNotifications == 45)
        let requests = world.network.takeRequests().filter { $0.contains("notifications/history") }
        #expect(requests.first?.contains("paginationToken=") == true)
        #expect(try await notificationCount(server) == 46)
    }

    @Test("What the App Store has forgotten to tell is found in the histories of known customers, by revision")
    func longDowntime() async throws {
        let world = try LocalStoreWorld()
        let greenhouse: String
        do {
            let server = try world.server()
            try await world.buy(SampleShop.posy, server)
            greenhouse = try await world.buy(SampleShop.greenhouse, server)
            await world.deliver()
            world.stop()
        }
        try world.store.advance(by: 2 * 86_400)
        try world.store.refund(transactionID: greenhouse)
        await world.deliver()
        // The sandbox keeps notifications for 30 days.
        try world.store.advance(by: 40 * 86_400)

        let server = try world.server()
        let report = try await server.repairGaps()
        #expect(report.failures == [])
        #expect(report.askedHistories > 0)
        #expect(!report.isUnfinished)
        try await world.expectTruth(in: server)
        // The walk is over; the next one begins after a day, and only for those of whom nothing was heard since.
        #expect(try await server.repairGaps().askedHistories == 0)
        try world.store.advance(by: 31 * 86_400)
        _ = world.network.takeRequests()
        #expect(try await server.repairGaps().askedHistories > 0)
        #expect(world.network.takeRequests().contains { $0.contains("/v2/history/") && $0.contains("revision=") })
        try await world.expectTruth(in: server)
    }

    @Test("A history that cannot be believed does not keep those behind it from being asked for")
    func unbelievable() async throws {
        let world = try LocalStoreWorld()
        do {
            let server = try world.server()
            for product in [SampleShop.posy, SampleShop.greenhouse] { try await world.buy(product, server) }
            await world.deliver()
            world.stop()
        }
        try world.store.advance(by: 40 * 86_400)
        try world.store.setFault(StoreFault(.expiredCertificate))
        let server = try world.server()
        let report = try await server.repairGaps()
        #expect(report.failures.count == 2)
        #expect(report.failures.allSatisfy { $0.contains("not-verified") })
        #expect(report.askedHistories == 2)
        #expect(!report.isUnfinished)
    }

    @Test("One App Store's newest notification says nothing of the other's")
    func otherAppStore() async throws {
        let world = try LocalStoreWorld()
        let server = try world.server()
        try await world.buy(SampleShop.greenhouse, server)
        await world.deliver()
        let now = world.store.now + 3_600
        let sandbox = try await server.storage.notificationGap(of: "com.example.app", in: .sandbox, at: now)
        #expect(sandbox.complete < now)
        let production = try await server.storage.notificationGap(of: "com.example.app", in: .production, at: now)
        #expect(production.complete == now)
    }

    @Test("A notification that nobody can verify is counted and passed by; the rest of its page comes in")
    func unverified() async throws {
        let world = try LocalStoreWorld()
        do {
            let server = try world.server()
            try await world.buy(SampleShop.greenhouse, server)
            await world.deliver()
            world.stop()
        }
        try world.store.advance(by: 86_400)
        for _ in 1...5 { try world.store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        await world.deliver()
        world.network.change = { uri, body in
            guard uri.contains("notifications/history"), var json = try? JSONValue(parsing: body).object,
                var list = json[array: "notificationHistory"], var item = list[1].object
            else { return body }
            item["signedPayload"] = "a.b.c"
            list[1] = .object(item)
            json[array: "notificationHistory"] = list
            return JSONValue.object(json).jsonData
        }
        let server = try world.server()
        let report = try await server.repairGaps()
        #expect(report.failures == [])
        #expect(report.refusedNotifications == 1)
        #expect(report.foundNotifications == 4)
        // The window is settled: from an hour before its end on, the list is read again, and not from before.
        world.network.change = nil
        try world.store.advance(by: 86_400)
        _ = world.network.takeRequests()
        let next = try await server.repairGaps()
        #expect(next.refusedNotifications == 0)
        #expect(world.network.takeRequests().filter { $0.contains("notifications/history") }.count == 1)
    }

    @Test("What a server called complete while its clock ran ahead is read again when it is right, and that is logged")
    func clockAhead() async throws {
        var world = try LocalStoreWorld()
        let (store, ahead, lines) = (world.store, Locked(1_000.0 * 86_400), Locked<[String]>([]))
        world.configuration.now = { store.now + ahead.withLock { $0 } }
        _ = try await world.server().repairGaps()
        ahead.withLock { $0 = 0 }
        world.configuration.logger = Logger(label: "test") { _ in
            LogRecorder(lines) { event, _ in "\(event.message)" }
        }
        let server = try world.server()
        let app = SampleShop.app.bundleID
        #expect(try await server.storage.notificationGap(of: app, in: .sandbox, at: store.now).complete > store.now)
        world.stop()
        try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        await world.deliver()
        let report = try await server.repairGaps()
        #expect(report.failures == [])
        #expect(report.foundNotifications == 1)
        #expect(try await notificationCount(server) == 1)
        #expect(lines.withLock { $0 }.filter { $0.contains("a clock once ran ahead") }.count == 1)
        // From now on it is as with any other server.
        let gap = try await server.storage.notificationGap(of: app, in: .sandbox, at: store.now)
        #expect(gap.complete <= store.now && gap.credible(at: store.now) == gap)
        #expect(try await server.storage.historyWalk(in: .sandbox)?.isCredible(at: store.now) == true)
        #expect(try await server.repairGaps().foundNotifications == 0)
        #expect(lines.withLock { $0 }.filter { $0.contains("a clock once ran ahead") }.count == 1)
    }

    @Test("What cannot be true of a gap or a walk counts for nothing; clocks may differ by what is read again anyhow")
    func credible() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        var gap = NotificationGap(bundleID: "a", environment: .sandbox, complete: now + 3_600)
        gap.window = NotificationGap.Window(start: now - 60, end: now + 3_600, token: "t")
        #expect(gap.credible(at: now) == gap)
        gap.window?.end += 1
        #expect(gap.credible(at: now).window == nil)
        #expect(gap.credible(at: now).complete == now + 3_600)
        gap.complete = now + 3_601
        let mended = gap.credible(at: now)
        #expect(mended.isForgotten(at: now))
        #expect(mended.nextWindow(at: now) == .init(start: now - 30 * 86_400 + 3_600, end: now))

        var walk = HistoryWalk(environment: .sandbox, heardBefore: now, ended: now + 86_400)
        #expect(walk.isCredible(at: now))
        walk.ended = now + 86_401
        #expect(!walk.isCredible(at: now))
        walk = HistoryWalk(environment: .sandbox, heardBefore: now + 86_401)
        #expect(!walk.isCredible(at: now))
    }

    @Test("Without a key nobody is asked")
    func noKey() async throws {
        var world = try LocalStoreWorld()
        world.configuration.serverAPI = nil
        let server = try world.server()
        #expect(try await server.repairGaps() == RepairReport())
        #expect(world.network.takeRequests() == [])
    }

    @Test(
        "What is read next: all since the last notification with an hour's overlap, or what was begun",
        arguments: [0.5, 29]
    )
    func window(days: Double) {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let complete = now - days * 86_400
        var gap = NotificationGap(bundleID: "a", environment: .sandbox, complete: complete)
        #expect(gap.nextWindow(at: now) == .init(start: complete - 3_600, end: now))
        #expect(!gap.isForgotten(at: now))
        let begun = NotificationGap.Window(start: complete - 60, end: now - 60, token: "t")
        gap.window = begun
        #expect(gap.nextWindow(at: now) == begun)
        // What was begun too long ago cannot be gone on with.
        let later = now + 31 * 86_400
        #expect(gap.nextWindow(at: later) == .init(start: later - 30 * 86_400 + 3_600, end: later))
        #expect(gap.isForgotten(at: later))
    }
}
