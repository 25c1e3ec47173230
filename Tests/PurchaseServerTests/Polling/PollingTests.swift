import AppReceipt
import AppStoreModels
import Entitlements
import Foundation
import GRDB
import HummingbirdTesting
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Polling", .timeLimit(.minutes(15)))
struct PollingTests {
    private static let start = TestAuthority.signingDate

    @Test(
        "A period of 30 days is asked about six hours before its end, then by halves, ten minutes after, then at most daily",
        arguments: [
            (0.0, 29.75), (29.75, 29.875), (29.875, 29.9375), (29.99, 30 + 600.0 / 86_400), (30.5, 31.0), (33.0, 34.0),
            (89.0, 90.0), (95.0, nil),
        ] as [(Double, Double?)]
    )
    func schedule(day: Double, next: Double?) throws {
        let now = Self.start + day * 86_400
        let found = PollSchedule(rules: EntitlementRules(), now: now).nextCheck(of: Self.facts())
        #expect(
            found.map { ($0.timeIntervalSince(Self.start) / 86_400 * 1000).rounded() }
                == next.map { ($0 * 1000).rounded() }
        )
        if let found { #expect(found > now) }
    }

    @Test(
        "An end that the person wanted is not asked about again",
        arguments: [ExpirationIntent.customerCancelled, .priceIncreaseDeclined, .productUnavailable]
    )
    func wanted(intent: ExpirationIntent) {
        let facts = Self.facts { $0.expirationIntent = intent }
        #expect(PollSchedule(rules: EntitlementRules(), now: Self.start + 32 * 86_400).nextCheck(of: facts) == nil)
    }

    @Test(
        "The leeway after a period changes what is shown, not when the App Store is asked",
        arguments: [30.001, 30.5, 31]
    )
    func leeway(day: Double) throws {
        let now = Self.start + day * 86_400
        let next = { (leeway: TimeInterval) in
            let rules = EntitlementRules(leewayAfterExpiry: leeway)
            return PollSchedule(rules: rules, now: now).nextCheck(of: Self.facts())
        }
        let found = try #require(next(2 * 86_400))
        #expect(found > now)
        #expect(found == next(0))
    }

    @Test("A sandbox period of five minutes is asked about within seconds of its end")
    func shortPeriod() {
        var fact = PurchaseFact(
            transactionID: "1",
            productID: "a",
            environment: .sandbox,
            purchaseDate: Self.start,
            statedDate: Self.start
        )
        fact.expiresDate = Self.start + 300
        let facts = PurchaseFacts(purchases: [fact])
        let schedule = { PollSchedule(rules: EntitlementRules(), now: Self.start + $0).nextCheck(of: facts) }
        #expect(schedule(0) == Self.start + 270)
        #expect(schedule(270) == Self.start + 285)
        #expect(schedule(291) == Self.start + 305)
    }

    @Test("The server hears of a renewal and of a refund by asking, with old transactions left out")
    func renewalAndRefund() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, server in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            #expect(try await server.pollDue().total == 0)
            world.advance(days: 31)
            world.store.set(world.answer(periods: 2))
            #expect(try await server.pollDue().checkedReceipts == 1)
            #expect(world.store.requests.last?.excludeOldTransactions == true)
            #expect(world.store.hosts.last == "sandbox.itunes.apple.com")
            #expect(try await server.pollDue().total == 0)
            let renewed = try await client.get("/v1/customers/alice")
            #expect(renewed.entitlement("monthly")?[string: "transactionId"] == "2002")
            world.advance(days: 30)
            world.store.set(world.answer(periods: 2) { $0.cancellationDate = world.now - 86_400 })
            #expect(try await server.pollDue().checkedReceipts == 1)
            let refunded = try await client.get("/v1/customers/alice")
            #expect(refunded.entitlement("monthly")?[string: "state"] == "revoked")
            world.advance(days: 40)
            #expect(try await server.pollDue().total == 0)
        }
    }

    @Test("While the App Store is down the question is put off in growing steps, and asked in the end")
    func outage() async throws {
        let world = try World()
        world.store.set(world.answer())
        try await world.test { client, server in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            world.advance(days: 31)
            world.store.set(.down)
            #expect(try await server.pollDue().postponed == 1)
            #expect(try await server.pollDue().total == 0)
            world.advance(days: 61.0 / 86_400)
            #expect(try await server.pollDue().postponed == 1)
            world.advance(days: 61.0 / 86_400)
            #expect(try await server.pollDue().total == 0)
            world.store.set(.up)
            world.store.set(world.answer(periods: 2))
            world.advance(days: 61.0 / 86_400)
            #expect(try await server.pollDue().checkedReceipts == 1)
        }
    }

    @Test("An upload that cannot be stored is put off, and those behind it have their turn")
    func stumblingBlock() async throws {
        let world = try World()
        world.store.set(.down)
        try await world.test { client, server in
            for customer in ["alice", "bob"] { _ = try await client.upload(try SampleReceipt.signed(), for: customer) }
            world.store.set(.up)
            world.store.set(world.answer())
            let database = try DatabaseQueue.patient(world.configuration.databaseFile)
            try await database.write {
                try $0.execute(
                    sql: """
                        CREATE TRIGGER block BEFORE UPDATE ON upload
                        WHEN NEW.customer = 'alice' AND NEW.status = 'verified'
                        BEGIN SELECT RAISE(ABORT, 'blocked'); END
                        """
                )
            }
            world.advance(days: 61.0 / 86_400)
            let report = try await server.pollDue()
            #expect(report.verifiedUploads == 1)
            #expect(report.postponed == 1)
            #expect(try await client.get("/v1/customers/bob").entitlement("monthly") != nil)
            #expect(try await client.get("/v1/customers/alice").entitlement("monthly") == nil)
            try await database.write { try $0.execute(sql: "DROP TRIGGER block") }
            world.advance(days: 121.0 / 86_400)
            #expect(try await server.pollDue().verifiedUploads == 1)
            #expect(try await client.get("/v1/customers/alice").entitlement("monthly") != nil)
        }
    }

    /// A server with one upload that gets no answer and thirty that would, all due.
    private func withSilence(
        _ body: @Sendable @escaping (World, PurchaseServerApplication, _ end: @Sendable () -> Void) async throws -> Void
    ) async throws {
        var sharing = try World()
        // Whoever is answered last would have it alone.
        sharing.configuration.customers.ownership.standard = .share
        let world = sharing
        world.store.set(.down)
        let (patience, end) = AsyncStream<Void>.makeStream()
        defer { end.finish() }
        try await world.test { client, server in
            let receipts = try (0...30).map { number in try SampleReceipt.signed { $0.opaqueValue = [UInt8(number)] } }
            for (number, receipt) in receipts.enumerated() {
                _ = try await client.upload(receipt, for: "customer-\(number)")
            }
            world.advance(days: 61.0 / 86_400)
            world.store.set(world.answer())
            world.store.set(.silent(about: receipts[0], patience))
            try await body(world, server) { end.finish() }
        }
    }

    @Test("A question that gets no answer holds up no other")
    func slowReceipt() async throws {
        let (first, last) = (CustomerID("customer-0"), CustomerID("customer-30"))
        try await withSilence { _, server, end in
            async let report = server.pollDue()
            try await eventually { try await !server.statement(of: last).entitlements.isEmpty }
            #expect(try await server.statement(of: first).pendingUploadCount == 1)
            end()
            let result = try await report
            #expect(result.verifiedUploads == 30)
            #expect(result.postponed == 1)
        }
    }

    @Test("Polling that is cancelled ends while the App Store is silent, and the upload stays due")
    func cancelled() async throws {
        let last = CustomerID("customer-30")
        try await withSilence { world, server, _ in
            let polling = Task { try await server.pollDue() }
            try await eventually { try await !server.statement(of: last).entitlements.isEmpty }
            polling.cancel()
            await #expect(throws: CancellationError.self) { try await polling.value }
            world.store.set(.up)
            #expect(try await server.pollDue().verifiedUploads == 1)
        }
    }

    private static func facts(_ change: (inout RenewalFact) -> Void = { _ in }) -> PurchaseFacts {
        var fact = PurchaseFact(
            transactionID: "1",
            productID: "a",
            environment: .production,
            purchaseDate: start,
            statedDate: start
        )
        fact.expiresDate = start + 30 * 86_400
        var renewal = RenewalFact(originalTransactionID: "1", environment: .production, statedDate: start + 31 * 86_400)
        change(&renewal)
        return PurchaseFacts(purchases: [fact], renewals: [renewal])
    }
}
