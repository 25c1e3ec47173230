import AppStoreModels
import Entitlements
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Extensions by RevenueCat's calls", .timeLimit(.minutes(15)))
struct RevenueCatExtensionTests {
    @Test("The same call once more, by who heard no answer, extends no second time; another one does")
    func once() async throws {
        var world = try LocalStoreWorld()
        world.configuration.answersRevenueCat = true
        let server = try world.server()
        let transaction = try await world.buy(SampleShop.bouquet, server)
        func end() async throws -> Date {
            try #require(await server.statement(of: "flora").entitlements.first?.expiresDate)
        }
        let before = try await end()
        try world.store.advance(by: 60)
        try await Application(router: server.router).test(.router) { client in
            let path = "/compat/revenuecat/v1/subscribers/flora/subscriptions/\(transaction)/extend"
            for _ in 0..<3 {
                let answer = try await client.post(path, #"{"extend_by_days":7,"extend_reason_code":1}"#)
                #expect(answer.status == 200, "\(answer)")
            }
        }
        #expect(try await end().timeIntervalSince(before) == 7 * 86_400)
    }

    /// A server with a subscription, and what extends it.
    private struct Shop {
        let world: LocalStoreWorld
        let server: PurchaseServerApplication
        let extending: RenewalExtending
        var fact: PurchaseFact
        let expiry: Date

        init() async throws {
            world = try LocalStoreWorld()
            server = try world.server()
            _ = try await world.buy(SampleShop.bouquet, server)
            fact = try #require(try await server.storage.facts(of: "flora").purchases.first)
            expiry = try #require(await server.statement(of: "flora").entitlements.first?.expiresDate)
            let configuration = server.configuration
            extending = RenewalExtending(
                check: SubscriptionCheck(clients: ServerAPIClients(configuration)),
                storage: server.storage,
                rules: configuration.entitlementRules,
                now: configuration.now,
                logger: configuration.logger,
                requests: server.storage
            )
            _ = world.network.takeRequests()
            // What was said of one moment and ends earlier holds.
            try world.store.advance(by: 60)
        }

        func extend() async throws {
            try await extending.extend(fact, days: 7, reason: 1, identifier: "one")
        }

        /// How often the App Store was asked to extend since the last look.
        func questions() -> Int { world.network.takeRequests().count { $0.contains("/subscriptions/extend/") } }

        func extendedDays() async throws -> Double {
            let end = try #require(await server.statement(of: "flora").entitlements.first?.expiresDate)
            return end.timeIntervalSince(expiry) / 86_400
        }
    }

    @Test("Who hangs up while it is carried out, and asks again, extends no second time")
    func hungUp() async throws {
        let shop = try await Shop()
        let caller = Locked<Task<Void, any Error>?>(nil)
        shop.world.network.change = { path, answer in
            if path.contains("/subscriptions/extend/") { caller.withLock { $0?.cancel() } }
            return answer
        }
        let (extending, fact) = (shop.extending, shop.fact)
        let task = caller.withLock { caller in
            let task = Task { try await extending.extend(fact, days: 7, reason: 1, identifier: "one") }
            caller = task
            return task
        }
        _ = await task.result
        #expect(task.isCancelled)
        try await shop.extend()
        #expect(shop.questions() == 1)
        #expect(try await shop.extendedDays() == 7)
    }

    @Test("What was extended is extended, also where that cannot be kept")
    func notKept() async throws {
        let shop = try await Shop()
        try await shop.server.storage.write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER broken BEFORE UPDATE ON repeated_answer BEGIN SELECT RAISE(ABORT, 'broken'); END
                    """
            )
        }
        try await shop.extend()
        #expect(try await shop.extendedDays() == 7)
    }

    @Test("What may have been extended is not asked for again at once")
    func unknown() async throws {
        let shop = try await Shop()
        shop.world.network.change = { path, answer in
            path.contains("/subscriptions/extend/") ? Data("no JSON".utf8) : answer
        }
        for _ in 0..<2 {
            let error = await #expect(throws: RevenueCatError.self) { try await shop.extend() }
            #expect(error?.code == .storeProblem)
        }
        #expect(shop.questions() == 1)
    }

    @Test("What the App Store refused may be asked for again")
    func refused() async throws {
        var shop = try await Shop()
        shop.fact.originalTransactionID = "99999"
        for _ in 0..<2 {
            let error = await #expect(throws: RevenueCatError.self) { try await shop.extend() }
            #expect(error?.status == .unprocessableContent)
        }
        #expect(shop.questions() == 2)
    }
}
