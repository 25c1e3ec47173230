import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalStoreKit

/// T: the rules of the sequences that end.
@Suite("StoreKit 2: what the customer has", .timeLimit(.minutes(15)))
struct TransactionSequenceTests {
    private let shop: ModernShop

    init() throws { shop = try ModernShop() }

    private func refund(_ transaction: Transaction) throws {
        try shop.store.refund(transactionID: String(transaction.id))
    }

    @Test(
        "T1: All has everything but consumables that are used up",
        arguments: [
            (SampleShop.seeds, false, false, true), (SampleShop.seeds, true, false, false),
            (SampleShop.seeds, true, true, true), (SampleShop.greenhouse, true, false, true),
            (SampleShop.greenhouse, true, true, true), (SampleShop.season, true, false, true),
            (SampleShop.posy, true, false, true),
        ]
    )
    func all(product: String, isFinished: Bool, isRefunded: Bool, isListed: Bool) async throws {
        let transaction = try await shop.buy(product)
        if isFinished { await transaction.finish() }
        if isRefunded { try refund(transaction) }
        #expect(await shop.products(Transaction.all) == (isListed ? [product] : []))
        #expect(await shop.products(Transaction.all(for: product)) == (isListed ? [product] : []))
        let latest = await shop.app { await Transaction.latest(for: product) }
        #expect(latest?.unsafePayloadValue.id == (isListed ? transaction.id : nil))
    }

    @Test func `T1: With the key in the app's Info.plist consumables that are used up stay`() async throws {
        await (try await shop.buy(SampleShop.seeds)).finish()
        #expect(await shop.products(Transaction.all) == [])
        shop.device.settings.includesConsumablesInHistory = true
        #expect(await shop.products(Transaction.all) == [SampleShop.seeds])
    }

    @Test func `T1: Renewals are transactions of their own, and the latest is the newest`() async throws {
        let first = try await shop.buy(SampleShop.posy)
        try shop.store.advance(days: 70)
        let all = await shop.transactions(Transaction.all)
        #expect(all.map(\.reason) == [.purchase, .renewal, .renewal, .renewal])
        #expect(Set(all.map(\.id)).count == 4)
        let latest = await shop.app { await Transaction.latest(for: SampleShop.posy) }
        #expect(latest?.unsafePayloadValue == all.last)
        #expect(all.allSatisfy { $0.originalID == first.id })
    }

    @Test(
        "T2: Entitled is who owns for ever, subscribes, or bought for a time",
        arguments: [
            (SampleShop.seeds, false), (SampleShop.greenhouse, true), (SampleShop.season, true),
            (SampleShop.posy, true),
        ]
    )
    func entitled(product: String, isEntitled: Bool) async throws {
        let transaction = try await shop.buy(product)
        for _ in 0..<2 {
            #expect(await shop.products(Transaction.currentEntitlements) == (isEntitled ? [product] : []))
            #expect(await shop.products(Transaction.currentEntitlements(for: product)) == (isEntitled ? [product] : []))
            // Finishing makes no difference.
            await transaction.finish()
        }
        try refund(transaction)
        #expect(await shop.products(Transaction.currentEntitlements) == [])
    }

    @Test func `T2: What is owned is there once, however often it was bought`() async throws {
        try await shop.buy(SampleShop.greenhouse)
        let again = try await shop.buy(SampleShop.greenhouse)
        #expect(await shop.transactions(Transaction.currentEntitlements).map(\.id) == [again.id])
        #expect(await shop.transactions(Transaction.all).count == 2)
    }

    @Test func `T2: Of a subscription without renewal the latest purchase counts`() async throws {
        try await shop.buy(SampleShop.season)
        try shop.store.advance(days: 400)
        let latest = try await shop.buy(SampleShop.season)
        #expect(await shop.transactions(Transaction.currentEntitlements).map(\.id) == [latest.id])
        try refund(latest)
        #expect(await shop.products(Transaction.currentEntitlements) == [SampleShop.season])
    }

    @Test("T2, S1: A subscription entitles while it is paid and in its grace period", arguments: [true, false])
    func billing(hasGracePeriod: Bool) async throws {
        try await shop.buy(SampleShop.bouquet)
        try shop.store.updateSettings {
            ($0.billingRetryOnRenewalEnabled, $0.billingGracePeriodEnabled) = (true, hasGracePeriod)
        }
        try shop.store.advance(days: 32)
        #expect(await shop.products(Transaction.currentEntitlements) == (hasGracePeriod ? [SampleShop.bouquet] : []))
    }

    @Test func `T2: A subscription that ended entitles to nothing`() async throws {
        let transaction = try await shop.buy(SampleShop.bouquet)
        try shop.store.expire(originalTransactionID: String(transaction.originalID))
        #expect(await shop.products(Transaction.currentEntitlements) == [])
        #expect(await shop.products(Transaction.all) == [SampleShop.bouquet])
    }

    @Test func `T2: What the family shares entitles, too, beside what the customer bought`() async throws {
        try shop.store.createAccount(id: "fern")
        try shop.store.createFamily(id: "family", organizer: "fern")
        try shop.store.joinFamily(id: "family", account: SampleShop.customer)
        let everything = [SampleShop.posy, SampleShop.bouquet, SampleShop.greenhouse]
        let shareable = try shop.store.products(everything, account: "fern").filter(\.isFamilyShareable)
        let product = try #require(shareable.first).productID
        try shop.store.buy(productID: product, account: "fern")
        let found = await shop.transactions(Transaction.currentEntitlements)
        #expect(found.map(\.productID) == [product])
        #expect(found.map(\.ownershipType) == [.familyShared])
    }

    @Test func `T4: Unfinished is what nobody finished, and finishing ends that`() async throws {
        let seeds = try await shop.buy(SampleShop.seeds)
        let greenhouse = try await shop.buy(SampleShop.greenhouse)
        #expect(await shop.transactions(Transaction.unfinished).map(\.id) == [seeds.id, greenhouse.id])
        await seeds.finish()
        #expect(await shop.transactions(Transaction.unfinished).map(\.id) == [greenhouse.id])
        await greenhouse.finish()
        await greenhouse.finish()
        #expect(await shop.products(Transaction.unfinished) == [])
    }

    @Test func `T4: A finish that the store did not hear is none`() async throws {
        let seeds = try await shop.buy(SampleShop.seeds)
        try shop.store.setFault(StoreFault(.offline))
        await seeds.finish()
        try shop.store.clearFaults()
        #expect(await shop.transactions(Transaction.unfinished).map(\.id) == [seeds.id])
    }

    @Test func `T5: Each transaction has an identifier, a chain the first one's, a period its own`() async throws {
        let first = try await shop.buy(SampleShop.bouquet)
        try shop.store.advance(days: 32)
        let renewal = try #require(await shop.transactions(Transaction.all).last)
        #expect(first.id == first.originalID)
        #expect(renewal.id != first.id)
        #expect(renewal.originalID == first.id)
        #expect(renewal.webOrderLineItemID != first.webOrderLineItemID)
        #expect(renewal.originalPurchaseDate == first.purchaseDate)
        #expect(renewal.subscriptionGroupID == ModernShop.group)
    }

    @Test func `A store that cannot be reached has nothing to show`() async throws {
        try await shop.buy(SampleShop.greenhouse)
        try shop.store.setFault(StoreFault(.offline))
        #expect(await shop.products(Transaction.all) == [])
        try shop.store.clearFaults()
        #expect(await shop.products(Transaction.all) == [SampleShop.greenhouse])
    }

    @Test func `A product knows its transactions`() async throws {
        let product = try await shop.product(SampleShop.greenhouse)
        #expect(await product.latestTransaction == nil)
        #expect(await product.currentEntitlement == nil)
        let bought = try await shop.buy(SampleShop.greenhouse)
        #expect(await product.latestTransaction?.unsafePayloadValue.id == bought.id)
        #expect(await product.currentEntitlement?.unsafePayloadValue.id == bought.id)
        #expect(await shop.transactions(product.currentEntitlements).map(\.id) == [bought.id])
    }
}
