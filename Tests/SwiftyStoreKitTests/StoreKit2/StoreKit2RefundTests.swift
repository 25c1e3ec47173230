import AppStoreModels
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Refunds on StoreKit 2", .timeLimit(.minutes(5)))
struct StoreKit2RefundTests {
    @Test("The refund of what can be used up is news for who watches the transactions, and no lost entitlement")
    func usedUp() async throws {
        let app = try EitherApp()
        let launch = try app.launch(.storeKit2)
        let lost = launch.losses()
        launch.deliver()
        for product in [SampleShop.seeds, SampleShop.season, SampleShop.greenhouse] { await launch.buy(product) }
        await launch.client.delivered()
        await eventually { app.unfinished == [] }
        let news = Locked([String]())
        let watching = Task { [transactions = launch.client.transactions] in
            for await purchase in transactions where purchase.transaction.signedDates?.revocation != nil {
                news.withLock { $0.append(purchase.productId) }
            }
        }
        // One after the other: who has heard of the last refund has heard of all.
        for bought in app.store.transactions(account: SampleShop.customer) {
            try app.store.refund(transactionID: bought.transactionID)
            await launch.settle()
        }
        await eventually { lost.withLock { $0.contains(SampleShop.greenhouse) } }
        #expect(lost.withLock { $0 } == [SampleShop.season, SampleShop.greenhouse])
        await eventually { news.withLock { !$0.isEmpty } }
        #expect(news.withLock { $0 } == [SampleShop.seeds])
        #expect(app.delivered == [SampleShop.seeds, SampleShop.season, SampleShop.greenhouse])
        watching.cancel()
    }

    @Test("When a period ends is in what was signed")
    func end() async throws {
        let app = try EitherApp()
        let launch = try app.launch(.storeKit2)
        guard case .success(let plan) = await launch.buy(SampleShop.bouquet),
            case .success(let house) = await launch.buy(SampleShop.greenhouse)
        else {
            Issue.record("not bought")
            return
        }
        let end = try #require(app.store.transactions(account: SampleShop.customer).first?.expiresDate)
        #expect(plan.transaction.signedDates?.end == end)
        #expect(plan.transaction.signedDates?.revocation == nil)
        #expect(house.transaction.signedDates?.end == nil)
    }

    /// What only who follows what is owned hears: something was taken away, and nothing is lost.
    private static let nothingLost = EntitlementChange(added: [], removed: [], cause: .revocation)

    @Test("The refund of an earlier period is no loss; that of the present one is")
    func earlierPeriod() async throws {
        let app = try EitherApp()
        let launch = try app.launch(.storeKit2)
        let lost = launch.losses()
        launch.deliver()
        await launch.buy(SampleShop.bouquet)
        await launch.client.delivered()
        try app.store.advance(days: 32)
        await eventually { app.delivered.count == 2 && app.unfinished == [] }
        var looks = launch.client.revocations.makeAsyncIterator()
        let periods = app.store.transactions(account: SampleShop.customer)
        try app.store.refund(transactionID: try #require(periods.first).transactionID)
        #expect(await looks.next() == Self.nothingLost)
        try app.store.refund(transactionID: try #require(periods.last).transactionID)
        #expect(await looks.next()?.removed == [SampleShop.bouquet])
        await eventually { lost.withLock { !$0.isEmpty } }
        #expect(lost.withLock { $0 } == [SampleShop.bouquet])
    }

    @Test("Who leaves a family loses nothing that they bought themselves", arguments: [true, false])
    func family(hasOwn: Bool) async throws {
        let app = try EitherApp()
        try app.joinFamily()
        let launch = try app.launch(.storeKit2)
        let lost = launch.losses()
        launch.deliver()
        if hasOwn { await launch.buy(SampleShop.bouquet) }
        try app.store.buy(productID: SampleShop.bouquet, account: "rose")
        await eventually { app.delivered.count == (hasOwn ? 2 : 1) && app.unfinished == [] }
        var looks = launch.client.revocations.makeAsyncIterator()
        try app.store.leaveFamily(account: SampleShop.customer)
        #expect(await looks.next()?.removed == (hasOwn ? [] : [SampleShop.bouquet]))
        if !hasOwn { await eventually { lost.withLock { !$0.isEmpty } } }
        await launch.settle()
        #expect(lost.withLock { $0 } == (hasOwn ? [] : [SampleShop.bouquet]))
    }

    @Test(
        "What is refunded before a delivery has succeeded is delivered no more, and finished",
        arguments: [StoreKitChoice.storeKit1, .storeKit2]
    )
    func refundedMeanwhile(storeKit: StoreKitChoice) async throws {
        let app = try EitherApp()
        let launch = try app.launch(storeKit)
        let tries = Locked(0)
        launch.client.deliver(retry: DeliveryRetry(firstDelay: 3_600, maximumDelay: 3_600)) { _ in
            tries.withLock { $0 += 1 }
            throw DeliveryTestError()
        }
        await launch.buy(SampleShop.greenhouse)
        await eventually { tries.withLock { $0 } == 1 }
        let bought = try #require(app.store.transactions(account: SampleShop.customer).first)
        try app.store.refund(transactionID: bought.transactionID)
        await eventually { launch.client.isDelivered }
        await eventually { app.store.unfinishedTransactions(account: SampleShop.customer).isEmpty }
        #expect(tries.withLock { $0 } == 1)
    }

    @Test("What waits for a handler and is refunded meanwhile comes to none")
    func refundedBeforeAnyHandler() async throws {
        let app = try EitherApp()
        let launch = try app.launch(.storeKit2)
        let watching = launch.client.transactions
        try app.store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        var seen = watching.makeAsyncIterator()
        #expect(await seen.next()?.transaction.signedDates?.revocation == nil)
        let bought = try #require(app.store.transactions(account: SampleShop.customer).first)
        try app.store.refund(transactionID: bought.transactionID)
        #expect(await seen.next()?.transaction.signedDates?.revocation != nil)
        await eventually { app.store.unfinishedTransactions(account: SampleShop.customer).isEmpty }
        launch.deliver()
        await launch.settle()
        #expect(app.delivered == [])
    }
}
