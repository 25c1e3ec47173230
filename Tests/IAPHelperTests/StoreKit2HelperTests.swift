import Foundation
import IAPHelper
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

/// What the helper does on StoreKit 2, which it is on by itself on the systems of today.
@Suite("The helper on StoreKit 2", .timeLimit(.minutes(5)))
struct StoreKit2HelperTests {
    private let greenhouse = SampleShop.greenhouse
    private let seeds = SampleShop.seeds
    private let posy = SampleShop.posy
    private let bouquet = SampleShop.bouquet
    private let day: TimeInterval = 86_400

    private func finished(_ shop: HelperShop) async {
        await eventually {
            shop.queue.run()
            return shop.unfinished.isEmpty
        }
    }

    @Test("A receipt of before a purchase does not take it away, in this launch or the next; a later one decides")
    func olderReceipt() async throws {
        let storage = MemoryStorage()
        let shop = try HelperShop(storage: storage, storeKit: .storeKit2)
        let before = try shop.newReceipt()
        try shop.store.advance(by: day)
        let told = await shop.buyOnStoreKit2(greenhouse)
        #expect(told == [.purchaseInProgress(productId: greenhouse), .purchaseSuccess(productId: greenhouse)])
        await finished(shop)
        try shop.place(before)
        #expect(shop.helper.processReceipt())
        #expect(shop.helper.purchasedProductIdentifiers == [greenhouse])

        let next = try HelperShop(shop.store, storage: storage, storeKit: .storeKit2)
        try next.place(before)
        #expect(next.helper.processReceipt())
        #expect(next.helper.purchasedProductIdentifiers == [greenhouse])

        // The refund is heard of by the receipt alone.
        let bought = try #require(shop.store.transactions(account: SampleShop.customer).first)
        try shop.store.advance(by: day)
        try shop.store.refund(transactionID: bought.transactionID)
        try next.place(next.newReceipt())
        #expect(next.helper.processReceipt())
        #expect(next.helper.purchasedProductIdentifiers == [])
        #expect(try !IAPPersistence(storage: storage).isPurchased(greenhouse))
    }

    @Test("What the disk could not keep is owned in this launch, also after a receipt of before it")
    func fullDisk() async throws {
        let shop = try HelperShop(storage: ForgetfulStorage(), storeKit: .storeKit2)
        let before = try shop.newReceipt()
        try shop.store.advance(by: day)
        _ = await shop.buyOnStoreKit2(greenhouse)
        try shop.place(before)
        #expect(shop.helper.processReceipt())
        #expect(shop.helper.purchasedProductIdentifiers == [greenhouse])
    }

    @Test("A subscription that the receipt does not know yet is owned until its period ends")
    func olderReceiptAndSubscription() async throws {
        let shop = try HelperShop(storeKit: .storeKit2)
        let before = try shop.newReceipt()
        try shop.store.advance(by: day)
        _ = await shop.buyOnStoreKit2(posy)
        await finished(shop)
        let bought = try #require(shop.store.transactions(account: SampleShop.customer).first)
        try shop.store.setAutoRenew(false, originalTransactionID: bought.originalTransactionID)
        try shop.place(before)
        #expect(shop.helper.processReceipt())
        #expect(shop.helper.purchasedProductIdentifiers == [posy])
        try shop.store.advance(by: 60 * day)
        try shop.place(before)
        #expect(shop.helper.processReceipt())
        #expect(shop.helper.purchasedProductIdentifiers == [])
    }

    @Test("That the app says once more what is owned does not lose when it was bought")
    func savedByTheApp() async throws {
        let storage = MemoryStorage()
        let shop = try HelperShop(storage: storage, storeKit: .storeKit2)
        let before = try shop.newReceipt()
        try shop.store.advance(by: day)
        _ = await shop.buyOnStoreKit2(greenhouse)
        await finished(shop)
        // As the tutorial's completions do.
        try shop.helper.persistence.save(greenhouse)
        let next = try HelperShop(shop.store, storage: storage, storeKit: .storeKit2)
        try next.place(before)
        #expect(next.helper.processReceipt())
        #expect(next.helper.purchasedProductIdentifiers == [greenhouse])
    }

    @Test("A lower plan that waits for the renewal is not owned: what is told is the plan that the customer keeps")
    func waitsForRenewal() async throws {
        let store = try SampleShop.open()
        // On another device, where it was delivered.
        let kept = try store.buy(productID: bouquet, account: SampleShop.customer)
        try store.finish(transactionID: kept.transactionID)
        let storage = MemoryStorage()
        let shop = try HelperShop(store, storage: storage, storeKit: .storeKit2)
        let told = await shop.buyOnStoreKit2(posy)
        #expect(told == [.purchaseInProgress(productId: posy), .purchaseSuccess(productId: bouquet)])
        #expect(!shop.helper.isPurchasing)
        #expect(shop.helper.purchasedProductIdentifiers == [bouquet])
        #expect(try !IAPPersistence(storage: storage).isPurchased(posy))
        await finished(shop)
        #expect(shop.unfinished == [])
    }

    @Test("The refund of one piece of a consumable takes no other piece away, and is told to nobody as a loss")
    func refundedConsumable() async throws {
        let shop = try HelperShop(storeKit: .storeKit2)
        _ = await shop.buyOnStoreKit2(seeds)
        _ = await shop.buyOnStoreKit2(greenhouse)
        await finished(shop)
        shop.hear(shop.helper.receiveNotifications)
        // The piece first: who has heard of the second refund has heard of both.
        for bought in shop.store.transactions(account: SampleShop.customer) {
            try shop.store.refund(transactionID: bought.transactionID)
            shop.queue.run()
        }
        await eventually {
            shop.queue.run()
            return shop.told.withLock { $0.contains(.appStoreRevokedEntitlements(productId: SampleShop.greenhouse)) }
        }
        #expect(shop.told.withLock { $0 } == [.appStoreRevokedEntitlements(productId: greenhouse)])
        #expect(shop.helper.purchasedProductIdentifiers == [seeds])
    }
}

/// A disk that takes nothing.
private struct ForgetfulStorage: KeyValueStorage {
    struct Full: Error {}

    func data(forKey key: String) throws -> Data? { nil }
    func set(_ data: Data?, forKey key: String) throws { throw Full() }
}
