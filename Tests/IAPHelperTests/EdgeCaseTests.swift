import Foundation
import IAPHelper
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

@Suite("What happens without the app's doing", .timeLimit(.minutes(15)))
struct EdgeCaseTests {
    private let greenhouse = SampleShop.greenhouse
    private let seeds = SampleShop.seeds

    @Test("Bug 1.3, prices of the old storefront: a change is told, and products are retrieved anew")
    func storefront() async throws {
        let shop = try HelperShop()
        shop.retrieve()
        #expect(shop.helper.products?.first?.priceLocale.currency?.identifier == "USD")
        shop.hear(shop.helper.receiveNotifications)
        try shop.store.setStorefront("DEU", account: SampleShop.customer)
        await eventually {
            shop.queue.run()
            return shop.told.withLock { $0.count >= 3 }
        }
        #expect(shop.told.withLock { $0 } == [.appStoreChanged, .requestProductsSuccess, .requestProductsDidFinish])
        #expect(shop.helper.products?.first?.priceLocale.currency?.identifier == "EUR")
    }

    @Test("A storefront changes before products were asked for: it is told, and nothing is asked")
    func storefrontWithoutProducts() async throws {
        let shop = try HelperShop()
        shop.hear(shop.helper.receiveNotifications)
        try shop.store.setStorefront("DEU", account: SampleShop.customer)
        await eventually {
            shop.queue.run()
            return shop.told.withLock { !$0.isEmpty }
        }
        #expect(shop.told.withLock { $0 } == [.appStoreChanged])
        #expect(!shop.events.contains(.requestProductsStarted))
    }

    @Test("Bug 1.3, revoked and still owned: a refund takes the product away, here and from what is remembered")
    func revocation() throws {
        let storage = MemoryStorage()
        let shop = try HelperShop(storage: storage)
        try shop.buy(greenhouse)
        try shop.buy(seeds)
        shop.hear(shop.helper.receiveNotifications)
        let transaction = try #require(shop.store.transactions(account: SampleShop.customer).first)
        try shop.store.refund(transactionID: transaction.transactionID)
        shop.queue.run()
        #expect(shop.told.withLock { $0 } == [.appStoreRevokedEntitlements(productId: greenhouse)])
        #expect(shop.helper.purchasedProductIdentifiers == [seeds])
        #expect(try !IAPPersistence(storage: storage).isPurchased(greenhouse))
        #expect(shop.events.contains(.receiptProcessingSuccess))
    }

    @Test("Bug 1.3, begun in the App Store: a consumable goes on each time, what is owned does not")
    func storePurchases() throws {
        let shop = try HelperShop()
        let told = shop.hear { hear in
            shop.helper.receiveNotifications(completion: hear)
            for product in [seeds, greenhouse, seeds, greenhouse] {
                shop.device.beginStorePurchase(productIdentifier: product)
                shop.queue.run()
            }
        }
        #expect(told == [seeds, greenhouse, seeds].map { .purchaseSuccess(productId: $0) })
        #expect(shop.unfinished.isEmpty)
    }

    @Test("A purchase that the queue shows again before anybody hears of it is told once")
    func shownAgain() throws {
        let store = try SampleShop.open()
        try store.buy(productID: seeds, account: SampleShop.customer)
        let shop = try HelperShop(store)
        shop.device.enterForeground()
        shop.queue.run()
        let told = shop.hear(shop.helper.receiveNotifications)
        #expect(told == [.purchaseSuccess(productId: seeds)])
        #expect(shop.unfinished.isEmpty)
    }

    @Test("A purchase that the queue shows in two transactions is told once, and both are finished")
    func shownTwice() throws {
        let shop = try HelperShop()
        try shop.store.setFault(StoreFault(.duplicateDelivery, times: 1))
        shop.device.beginStorePurchase(productIdentifier: seeds)
        shop.queue.run()
        let told = shop.hear(shop.helper.receiveNotifications)
        #expect(told == [.purchaseSuccess(productId: seeds)])
        #expect(shop.unfinished.isEmpty)
        // What has left the queue is not shown when the app comes back.
        shop.device.enterForeground()
        shop.queue.run()
        #expect(shop.told.withLock { $0 } == [.purchaseSuccess(productId: seeds)])
    }

    @Test("Two purchases of a consumable that nobody has heard of are told both")
    func heldTwo() throws {
        let store = try SampleShop.open()
        for _ in 1...2 { try store.buy(productID: seeds, account: SampleShop.customer) }
        let shop = try HelperShop(store)
        let told = shop.hear(shop.helper.receiveNotifications)
        #expect(told == [.purchaseSuccess(productId: seeds), .purchaseSuccess(productId: seeds)])
    }

    @Test("Of two who receive notifications the last one counts")
    func lastListener() throws {
        let shop = try HelperShop()
        let first = Locked([IAPNotification]())
        shop.helper.receiveNotifications { notification in first.withLock { $0.append(notification) } }
        let last = shop.hear { hear in
            shop.helper.receiveNotifications(completion: hear)
            shop.device.beginStorePurchase(productIdentifier: greenhouse)
        }
        #expect(last == [.purchaseSuccess(productId: greenhouse)])
        #expect(first.withLock { $0.isEmpty })
    }
}
