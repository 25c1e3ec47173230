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
        let lost = Locked([String]())
        launch.client.onEntitlementRevocation { products in lost.withLock { $0 += products } }
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
}
