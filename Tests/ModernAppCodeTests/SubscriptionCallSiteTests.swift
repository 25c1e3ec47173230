import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

/// The call sites of `App/Subscriptions.swift`, which compile as they are in Swift 5 and in Swift 6.
@Suite("An app's questions about subscriptions", .timeLimit(.minutes(15)))
struct SubscriptionCallSiteTests {
    private let shop: AppShop
    private let reader = SubscriptionReader()

    init() throws { shop = try AppShop() }

    private func status(_ product: Product) async throws -> Product.SubscriptionInfo.Status {
        try #require(try await product.subscription?.status.first)
    }

    @Test func `The best status, what comes next, and the states of all groups`() async throws {
        let products = try await shop.products()
        let posy = try #require(products[SampleShop.posy])
        let bought = try shop.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        try await shop.device.perform {
            let best = try #require(try await reader.bestStatus(of: posy, among: Array(products.values)))
            #expect(best.product.id == SampleShop.posy)
            #expect(best.status.state == .subscribed)
            #expect(try reader.nextStep(best.status) == "renews")
            #expect(reader.priceIncrease(try best.status.renewalInfo.payloadValue) == "none")
            let group = try #require(posy.subscription?.subscriptionGroupID)
            #expect(await reader.statesByGroup() == [group: [.subscribed]])
            let transaction = try best.status.transaction.payloadValue
            #expect(await reader.state(of: transaction) == .subscribed)
            try shop.store.setAutoRenew(false, originalTransactionID: bought.transactionID)
            #expect(try reader.nextStep(try await status(posy)) == "ends")
            try shop.store.advance(days: 60)
            #expect(try reader.nextStep(try await status(posy)) == "cancelled")
            #expect(try await reader.bestStatus(of: posy, among: Array(products.values)) == nil)
        }
    }

    @Test func `A change of status is heard of`() async throws {
        let bought = try shop.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let change = shop.device.perform { Task { await reader.firstChange() } }
        // It may not have begun to listen yet: until it has heard one, there is another change.
        let store = shop.store
        let changes = Task {
            var renews = false
            while !Task.isCancelled {
                try? store.setAutoRenew(renews, originalTransactionID: bought.transactionID)
                renews.toggle()
                await Task.yield()
            }
        }
        #expect(await change.value == .subscribed)
        changes.cancel()
    }

    @Test func `Terms, prices and lengths in words`() async throws {
        let products = try await shop.products()
        let posy = try #require(products[SampleShop.posy])
        let seeds = try #require(products[SampleShop.seeds])
        await shop.device.perform {
            #expect(await reader.terms(posy) == "$4.99 / month, 1 week free")
            #expect(await reader.terms(seeds) == seeds.displayPrice)
        }
        #expect(reader.monthlyPrice(posy) == nil)
        #expect(reader.length(posy) == "1 month")
        #expect(reader.unit(posy) == "month")
        #expect(!reader.isYearly(posy))
        #expect(posy.subscription?.subscriptionPeriod.approximateDays == 30)
        #expect(Product.SubscriptionPeriod.everyTwoWeeks.approximateDays == 14)
    }
}
