import Foundation
import LocalAppStore
import LocalStoreKit
import LocalStoreKitTest
import TestSupport
import Testing

private let catalogue = "../../Examples/Catalogues/FlowerShop.storekit"

/// What an app of StoreKit 2 meets on releases that have a bug, and that nothing paid for is lost by it.
@Suite("Known bugs in a session", .storeKit(catalogue), .timeLimit(.minutes(15)))
struct KnownBugSessionTests {
    private let session: SKTestSession

    init() throws { session = try #require(SKTestSession.current) }

    private func product(_ identifier: String = SampleShop.seeds) async throws -> Product {
        try #require(try await Product.products(for: [identifier]).first)
    }

    private func count(_ transactions: Transaction.Transactions) async -> Int {
        var count = 0
        for await _ in transactions { count += 1 }
        return count
    }

    @Test func `Charged then cancelled: the purchase is among the unfinished ones, and comes through the updates`()
        async throws
    {
        let seeds = try await product()
        var updates = Transaction.updates.makeAsyncIterator()
        try session.imitate(.cancelledAfterSuccess, times: 1)
        guard case .userCancelled = try await seeds.purchase() else {
            Issue.record("the bug says that it was cancelled")
            return
        }
        #expect(await updates.next()?.unsafePayloadValue.productID == SampleShop.seeds)
        #expect(await count(Transaction.unfinished) == 1)
        guard case .success = try await seeds.purchase() else {
            Issue.record("the bug strikes once")
            return
        }
    }

    @Test func `The store service goes away, and comes back`() async throws {
        let seeds = try await product()
        try session.imitate(.connectionLost)
        await #expect(throws: StoreKitError.self) { try await product() }
        let error = await #expect(throws: StoreKitError.self) { try await seeds.purchase() }
        guard case .systemError(let beneath)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((beneath as NSError).domain == NSCocoaErrorDomain)
        #expect((beneath as NSError).code == 4_097)
        #expect(session.allTransactions().isEmpty)
        session.stopImitating(.connectionLost)
        guard case .success = try await seeds.purchase() else {
            Issue.record("it works again")
            return
        }
    }

    @Test func `The simulator has no products`() async throws {
        try session.imitate(.emptyProductList, times: 1)
        #expect(try await Product.products(for: [SampleShop.seeds]).isEmpty)
        #expect(try await Product.products(for: [SampleShop.seeds]).count == 1)
    }

    @Test func `The sheet does not appear: nothing is charged, and the task can be cancelled`() async throws {
        let seeds = try await product()
        try session.imitate(.sheetNeverShown, times: 1)
        let purchase = Task { try await seeds.purchase() }
        purchase.cancel()
        guard case .userCancelled = try await purchase.value else {
            Issue.record("who is cancelled ends")
            return
        }
        #expect(session.allTransactions().isEmpty)
    }

    @Test func `The current entitlements are late: what the purchase returned is right`() async throws {
        try session.imitate(.entitlementLate)
        guard case .success(let result) = try await product(SampleShop.greenhouse).purchase() else {
            Issue.record("the purchase went through")
            return
        }
        #expect(try result.payloadValue.productID == SampleShop.greenhouse)
        #expect(await count(Transaction.currentEntitlements) == 0)
        try session.advance(by: 1)
        #expect(await count(Transaction.currentEntitlements) == 1)
    }

    @Test func `Renewals of a closed app come newest first`() async throws {
        try await session.buyProduct(identifier: SampleShop.posy)
        try session.advance(months: 3)
        session.stopImitating(.unfinishedNewestFirst)
        try session.imitate(.unfinishedNewestFirst)
        var dates: [Date] = []
        for await result in Transaction.unfinished { dates.append(result.unsafePayloadValue.purchaseDate) }
        #expect(dates.count == 4)
        #expect(dates == dates.sorted(by: >))
    }

    @Test func `A parent's refusal is ignored, and the purchase comes through the updates`() async throws {
        let seeds = try await product()
        var updates = Transaction.updates.makeAsyncIterator()
        session.askToBuyEnabled = true
        try session.imitate(.refusalIgnored, times: 1)
        guard case .pending = try await seeds.purchase() else {
            Issue.record("it must wait")
            return
        }
        let waiting = try #require(session.allTransactions().first { $0.pendingAskToBuyConfirmation })
        try session.declineAskToBuyTransaction(identifier: waiting.identifier)
        #expect(await updates.next()?.unsafePayloadValue.productID == SampleShop.seeds)
    }

    @Test func `What cannot be limited like this is refused`() throws {
        let product = #expect(throws: SKTestError.self) {
            try session.imitate(.cancelledAfterSuccess, productIdentifier: "no.such")
        }
        #expect(product?.code == .invalidProductIdentifier)
        let limit = #expect(throws: SKTestError.self) {
            try session.imitate(.emptyProductList, productIdentifier: SampleShop.seeds)
        }
        #expect(limit?.code == .invalidAction)
        #expect(session.store.faults.isEmpty)
    }
}
