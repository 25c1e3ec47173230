import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

/// The call sites of `App/Store.swift`, which compile as they are in Swift 5 and in Swift 6.
@Suite("An app's store", .timeLimit(.minutes(15)))
@MainActor
struct StoreCallSiteTests {
    private let shop: AppShop
    private let app = Store()

    init() throws { shop = try AppShop() }

    private func started() async throws -> [String: Product] {
        await shop.device.perform { await app.requestProducts(AppShop.all) }
        return try await shop.products()
    }

    @Test func `It sorts products by kind and price`() async throws {
        _ = try await started()
        #expect(app.consumables.map(\.id) == [SampleShop.seeds])
        #expect(app.nonConsumables.map(\.id) == [SampleShop.greenhouse])
        #expect(app.nonRenewables.map(\.id) == [SampleShop.season])
        #expect(app.subscriptions.map(\.id) == [SampleShop.posy, SampleShop.bouquet])
        let error = await #expect(throws: AppStoreError.self) {
            try await shop.device.perform { _ = try await app.product("no.such") }
        }
        #expect(error == .productNotFound)
    }

    @Test func `It buys, verifies, finishes and knows what is owned`() async throws {
        let products = try await started()
        let posy = try #require(products[SampleShop.posy])
        try await shop.device.perform {
            let bought = try #require(try await app.purchase(posy))
            #expect(bought.productID == SampleShop.posy)
            #expect(app.purchasedIdentifiers == [SampleShop.posy])
            #expect(app.subscriptionGroupStatus == .subscribed)
            #expect(try await app.isPurchased(SampleShop.posy))
            #expect(try await !app.isPurchased(SampleShop.greenhouse))
            #expect(await app.restore())
        }
        #expect(shop.store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
    }

    @Test func `It says everything about a purchase that an app can say`() async throws {
        let account = UUID()
        let seeds = try #require(try await started()[SampleShop.seeds])
        let result = try await shop.device.perform { try await app.purchase(seeds, quantity: 3, for: account) }
        guard case .success(.verified(let transaction)) = result else {
            Issue.record("it went through")
            return
        }
        #expect(transaction.purchasedQuantity == 3)
        #expect(transaction.appAccountToken == account)
    }

    @Test func `A season that began less than a year ago is owned`() async throws {
        let season = try #require(try await started()[SampleShop.season])
        try await shop.device.perform {
            _ = try await app.purchase(season)
            #expect(app.purchasedIdentifiers == [SampleShop.season])
            try shop.store.advance(days: 366)
            await app.updateCustomerProductStatus()
            #expect(app.purchasedIdentifiers.isEmpty)
        }
    }

    @Test func `What is not verified is an error, and nothing is owned`() async throws {
        let greenhouse = try #require(try await started()[SampleShop.greenhouse])
        shop.device.settings.verificationFailure = { .invalidSignature }
        await #expect(throws: AppStoreError.failedVerification) {
            try await shop.device.perform { _ = try await app.purchase(greenhouse) }
        }
        await shop.device.perform { await app.updateCustomerProductStatus() }
        #expect(app.purchasedIdentifiers.isEmpty)
    }

    @Test func `Its listener hears of what happens elsewhere`() async throws {
        let bought = try shop.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        let changes = AsyncStream<Void>.makeStream()
        app.onChange = { changes.continuation.yield() }
        var changed = changes.stream.makeAsyncIterator()
        let listener = shop.device.perform { app.observeTransactionUpdates() }
        while app.purchasedIdentifiers.isEmpty { _ = await changed.next() }
        #expect(app.heard.map(String.init) == [bought.transactionID])
        #expect(app.purchasedIdentifiers == [SampleShop.greenhouse])
        listener.cancel()
        // The detached one belongs to no test: it compiles, begins and ends.
        app.updateListenerTask = app.listenForTransactions()
        app.updateListenerTask?.cancel()
    }
}
