import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

@Suite("StoreKit 2: an app's own code", .timeLimit(.minutes(15)))
@MainActor
struct CallSiteTests {
    private let shop: ModernShop
    private let app = CallSiteStore()
    private let everything = [SampleShop.seeds, SampleShop.greenhouse, SampleShop.posy, SampleShop.bouquet]

    init() throws { shop = try ModernShop() }

    @Test func `It loads, buys, delivers and finishes`() async throws {
        try await shop.app {
            await app.load(everything)
            #expect(app.consumables.map(\.id) == [SampleShop.seeds])
            #expect(app.owned.map(\.id) == [SampleShop.greenhouse])
            #expect(app.subscriptions.map(\.id) == [SampleShop.posy, SampleShop.bouquet])
            let posy = try #require(app.subscriptions.first)
            #expect(await app.terms(of: posy) == "$4.99 per month, free for 1 week")
            let transaction = try #require(try await app.purchase(posy, for: UUID()))
            #expect(app.delivered == [transaction.id])
            #expect(app.purchased == [SampleShop.posy])
            #expect(app.groupStatus == .subscribed)
            #expect(try await app.isPurchased(SampleShop.posy))
            #expect(await app.unfinishedConsumables().isEmpty)
            #expect(await app.terms(of: posy) == "$4.99 per month")
            let (status, info) = try #require(try await app.highestStatus(posy))
            #expect(status.state == .subscribed)
            #expect(info.willAutoRenew)
            #expect(await app.jws(of: SampleShop.posy)?.split(separator: ".").count == 3)
            #expect(try await app.boughtBefore("2.0"))
        }
    }

    @Test func `It explains what goes wrong`() async throws {
        try await shop.app {
            await app.load(everything)
            let seeds = try #require(app.consumables.first)
            try shop.store.setRules(AccountRules(canMakePayments: false), account: SampleShop.customer)
            let error = await #expect(throws: Product.PurchaseError.self) { _ = try await app.purchase(seeds) }
            #expect(error.map { app.explain($0) } == "not allowed")
        }
    }

    @Test func `Its listener takes away what was refunded`() async throws {
        try await shop.app {
            await app.load(everything)
            let greenhouse = try #require(app.owned.first)
            let bought = try #require(try await app.purchase(greenhouse))
            #expect(app.purchased == [SampleShop.greenhouse])
            app.listen()
            var updates = Transaction.updates.makeAsyncIterator()
            try shop.store.refund(transactionID: String(bought.id))
            _ = await updates.next()
            while !app.purchased.isEmpty { await Task.yield() }
            app.stop()
        }
    }
}
