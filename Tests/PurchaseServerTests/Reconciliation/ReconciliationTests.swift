import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Comparing with the App Store", .timeLimit(.minutes(15)))
struct ReconciliationTests {
    /// A server that has missed a renewal, a refund and a purchase.
    private static func world(_ change: (inout PurchaseServerConfiguration) -> Void = { _ in }) async throws
        -> (LocalStoreWorld, PurchaseServerApplication, greenhouse: String)
    {
        var world = try LocalStoreWorld()
        change(&world.configuration)
        let server = try world.server()
        try await world.buy(SampleShop.posy, server)
        let greenhouse = try await world.buy(SampleShop.greenhouse, server)
        try await world.buy(SampleShop.seeds, server)
        world.stop()
        try world.store.advance(by: 10 * 86_400)
        try world.store.refund(transactionID: greenhouse)
        try world.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        await world.deliver()
        return (world, server, greenhouse)
    }

    private static func run(
        _ order: ReconciliationOrder,
        _ server: PurchaseServerApplication
    ) async throws -> (ReconciliationReport, [ReconciliationStep]) {
        let steps = Locked<[ReconciliationStep]>([])
        let report = try await server.reconcile(order) { step in steps.withLock { $0.append(step) } }
        return (report, steps.withLock { $0 })
    }

    @Test("Each difference is a row; nothing changes unless it is wished")
    func look() async throws {
        let (world, server, greenhouse) = try await Self.world()
        let before = try await server.storage.facts(of: "flora")
        let (report, steps) = try await Self.run(ReconciliationOrder(), server)
        let rows = steps.flatMap(\.differences)
        let refund = try #require(rows.first { $0.kind == .revocationDate })
        #expect(refund.transactionID == greenhouse)
        #expect(refund.known == nil)
        #expect(refund.stated == world.store.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        #expect(rows.contains { $0.kind == .missingTransaction && $0.stated == SampleShop.seeds })
        #expect(rows.contains { $0.kind == .missingTransaction && $0.stated == SampleShop.posy })
        #expect(rows.allSatisfy { !$0.isMended })
        #expect(report.differences == rows.count)
        #expect(report.mended == 0)
        #expect(report.failures == 0)
        #expect(report.position == nil)
        #expect(try await server.storage.facts(of: "flora") == before)
        // One answer is about all that the person has: nobody is asked twice.
        #expect(steps.count < report.checked)
        #expect(steps.first?.total == 3)
    }

    @Test("Mended, the server knows what the store knows, and there is nothing left to mend")
    func mend() async throws {
        let (world, server, _) = try await Self.world()
        let (report, steps) = try await Self.run(ReconciliationOrder(mends: true), server)
        #expect(report.mended == report.differences)
        #expect(report.mended > 2)
        #expect(steps.flatMap(\.differences).allSatisfy { $0.isMended })
        try await world.expectTruth(in: server)
        #expect(try await Self.run(ReconciliationOrder(mends: true), server).0.differences == 0)
        let events = try await server.storage.events(after: 0, of: "flora", limit: 100)
        #expect(events.contains { $0.type == .refunded })
    }

    @Test("A run goes on where another one stopped")
    func resumption() async throws {
        let (_, server, _) = try await Self.world()
        var order = ReconciliationOrder(maximumPurchases: 1)
        var checked = 0
        repeat {
            let report = try await server.reconcile(order)
            checked += report.checked
            order.position = report.position
        } while order.position != nil
        #expect(checked == 3)
        let error = await #expect(throws: PurchaseServerError.self) {
            _ = try await server.reconcile(ReconciliationOrder(position: "nowhere"))
        }
        #expect(error?.code == .configuration)
    }

    @Test("A run that was to resume goes on by itself where the last one like it stopped, also in another process")
    func resumesByItself() async throws {
        let (world, server, _) = try await Self.world()
        var order = ReconciliationOrder(maximumPurchases: 1)
        order.resumes = true
        let first = try await server.reconcile(order)
        #expect(first.resumedFrom == nil)
        let again = try PurchaseServerApplication(configuration: world.configuration)
        let second = try await again.reconcile(order)
        #expect(second.resumedFrom == first.position)
        #expect(second.position != first.position)
        // Others stopped nowhere.
        for other in [ReconciliationOrder(customer: "flora"), ReconciliationOrder(environment: .sandbox)] {
            var other = other
            other.resumes = true
            other.maximumPurchases = 1
            #expect(try await again.reconcile(other).resumedFrom == nil)
        }
        order.maximumPurchases = nil
        let last = try await again.reconcile(order)
        #expect(last.resumedFrom == second.position)
        #expect(last.checked == 1)
        #expect(last.position == nil)
        // What came to its end begins anew.
        #expect(try await again.reconcile(order).checked == 3)
        order.maximumPurchases = 1
        _ = try await again.reconcile(order)
        order.mends = true
        #expect(try await again.reconcile(order).resumedFrom == nil)
    }

    @Test("A run begins anew if it is to, and if the last one stopped more than a week ago")
    func anew() async throws {
        let (world, server, _) = try await Self.world()
        var order = ReconciliationOrder(maximumPurchases: 1)
        let first = try await server.reconcile(order)
        #expect(try await server.reconcile(order).position == first.position)
        order.resumes = true
        try world.store.advance(by: 8 * 86_400)
        #expect(try await server.reconcile(order).resumedFrom == nil)
    }

    @Test("Where a run was cancelled, the next one goes on")
    func cancelled() async throws {
        let (_, server, _) = try await Self.world()
        struct Stop: Error {}
        var order = ReconciliationOrder()
        order.resumes = true
        await #expect(throws: Stop.self) { try await server.reconcile(order) { _ in throw Stop() } }
        // Nothing of the portion was done, so it is done again.
        #expect(try await server.reconcile(order).checked == 3)
    }

    @Test("Only one customer's purchases, or those of one App Store")
    func some() async throws {
        let (_, server, _) = try await Self.world()
        #expect(try await server.reconcile(ReconciliationOrder(customer: "flora")).checked == 3)
        let error = await #expect(throws: PurchaseServerError.self) {
            try await server.reconcile(ReconciliationOrder(customer: "nobody"))
        }
        #expect(error?.reason == "nothing is known about the customer nobody; look at the spelling")
        #expect(try await server.reconcile(ReconciliationOrder(environment: .production)).checked == 0)
    }

    @Test("What cannot be asked about is told, and changes nothing")
    func failures() async throws {
        let (world, server, _) = try await Self.world()
        world.network.capacity = 0
        let (report, steps) = try await Self.run(ReconciliationOrder(mends: true), server)
        #expect(report.failures == 3)
        #expect(report.mended == 0)
        #expect(steps.allSatisfy { $0.failure != nil && $0.differences.isEmpty })
    }

    @Test("Where only a receipt is known, verifyReceipt is asked")
    func receipt() async throws {
        var world = try World()
        world.configuration.customers.sandbox = .everybody
        world.store.set(world.answer())
        try await world.test { [world] client, server in
            _ = try await client.upload(try SampleReceipt.signed(), for: "alice")
            world.advance(days: 31)
            world.store.set(world.answer(periods: 2))
            let (looked, _) = try await Self.run(ReconciliationOrder(), server)
            #expect(looked.differences == 1)
            let (mended, steps) = try await Self.run(ReconciliationOrder(mends: true), server)
            #expect(mended.mended == 1)
            #expect(steps.flatMap(\.differences).map(\.transactionID) == ["2002"])
            #expect(
                try await client.get("/v1/customers/alice").entitlement("monthly")?[string: "transactionId"] == "2002"
            )
        }
    }

    @Test(
        "Whole seconds of a receipt and milliseconds of signed data are one moment; two of either kind are not",
        arguments: [
            (0.0, 0.345, 0), (0.345, 0.0, 0), (0.0, 0.999, 0), (0.0, 1.0, 2), (0.345, 0.346, 2), (0.0, 1.2, 2),
            (0.7, 1.0, 2), (0.345, 0.345, 0),
        ]
    )
    func seconds(known: TimeInterval, stated: TimeInterval, differences: Int) {
        let rows = FactComparison(
            of: ChainKey(environment: .production, originalTransactionID: "1"),
            known: PurchaseFacts(purchases: [Purchases.fact("1", at: Purchases.start + known)]),
            stated: PurchaseFacts(purchases: [
                Purchases.fact("1", at: Purchases.start + stated) { $0.statedDate = Purchases.start + 60 }
            ]),
            isComplete: true,
            notAfter: Purchases.start + 1_000
        ).differences
        #expect(rows.count == differences)
        #expect(rows.allSatisfy { $0.isMended && $0.stated?.contains(".") == true })
    }

    @Test("A transaction that the App Store does not name stays, and so does what was stated later than its word")
    func stays() {
        let chain = ChainKey(environment: .production, originalTransactionID: "1")
        let known = PurchaseFacts(purchases: [
            Purchases.fact("1", transaction: "1"), Purchases.fact("1", transaction: "2"),
        ])
        var older = Purchases.fact("1", transaction: "1") { $0.quantity = 2 }
        older.statedDate -= 60
        let rows = FactComparison(
            of: chain,
            known: known,
            stated: PurchaseFacts(purchases: [older]),
            isComplete: true,
            notAfter: Purchases.start + 1_000
        ).differences
        #expect(rows.map(\.kind) == [.quantity, .unknownToAppStore])
        #expect(rows.allSatisfy { !$0.isMended })
    }

    @Test("A price that was agreed to unheard is found, and mended")
    func priceConsent() async throws {
        let world = try LocalStoreWorld()
        let server = try world.server()
        let posy = try await world.buy(SampleShop.posy, server)
        await world.deliver()
        try world.store.advance(by: 3_600)
        try world.store.requestPriceIncrease(originalTransactionID: posy, price: 9)
        await world.deliver()
        let asked = try #require(try await server.statement(of: "flora").entitlements.first)
        #expect(asked.conditions == [.priceConsentPending])
        world.stop()
        try world.store.advance(by: 3_600)
        try world.store.answerPriceIncrease(originalTransactionID: posy, accepts: true)
        await world.deliver()
        let (report, steps) = try await Self.run(ReconciliationOrder(mends: true), server)
        let rows = steps.flatMap(\.differences)
        #expect(rows.map(\.kind) == [.priceIncreaseStatus])
        #expect(rows.map(\.known) == ["0"])
        #expect(rows.map(\.stated) == ["1"])
        #expect(report.mended == 1)
        #expect(try await server.statement(of: "flora").entitlements.first?.conditions == [])
        #expect(try await server.reconcile().differences == 0)
    }
}
