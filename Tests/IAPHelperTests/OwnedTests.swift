import Foundation
import IAPHelper
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

@Suite("What the helper remembers", .timeLimit(.minutes(15)))
struct OwnedTests {
    private let greenhouse = SampleShop.greenhouse
    private let seeds = SampleShop.seeds

    @Test("What was bought is remembered for the next launch, without a receipt")
    func remembered() throws {
        let storage = MemoryStorage()
        try HelperShop(storage: storage).buy(greenhouse)
        let next = try HelperShop(storage: storage)
        #expect(next.helper.isProductPurchased(id: greenhouse))
        #expect(next.events.contains(.purchasedProductsLoadSuccess))
        #expect(!next.helper.processReceipt())
        #expect(next.helper.isProductPurchased(id: greenhouse))
    }

    @Test("Bug 1.5, consumables vanish: they stay owned after the receipt has forgotten them")
    func consumables() throws {
        let shop = try HelperShop()
        try shop.buy(seeds)
        try shop.buy(greenhouse)
        #expect(shop.helper.processReceipt())
        #expect(shop.helper.purchasedProductIdentifiers == [seeds, greenhouse])
    }

    @Test("Bug 1.5, refunded and expired still count: a receipt names what is owned now")
    func ended() throws {
        let shop = try HelperShop()
        try shop.buy(greenhouse)
        try shop.buy(SampleShop.posy)
        #expect(shop.helper.processReceipt())
        #expect(shop.helper.purchasedProductIdentifiers == [greenhouse, SampleShop.posy])
        let transactions = shop.store.transactions(account: SampleShop.customer)
        let subscription = try #require(transactions.first { $0.productID == SampleShop.posy })
        try shop.store.setAutoRenew(false, originalTransactionID: subscription.originalTransactionID)
        try shop.store.advance(by: 60 * 86_400)
        #expect(shop.helper.processReceipt())
        #expect(shop.helper.purchasedProductIdentifiers == [greenhouse])
    }

    @Test("Bug 1.5, forged memory: a valid receipt takes away what it does not name, also from the storage")
    func forged() throws {
        let storage = MemoryStorage()
        let persistence = IAPPersistence(storage: storage)
        try persistence.save(SampleShop.bouquet)
        let shop = try HelperShop(storage: storage)
        #expect(shop.helper.isProductPurchased(id: SampleShop.bouquet))
        try shop.buy(greenhouse)
        #expect(shop.helper.processReceipt())
        #expect(shop.helper.purchasedProductIdentifiers == [greenhouse])
        #expect(try !persistence.isPurchased(SampleShop.bouquet))
        #expect(try persistence.isPurchased(greenhouse))
    }

    @Test("Memory that is forged with a date of its own goes with a valid receipt, too")
    func forgedDate() throws {
        let storage = MemoryStorage()
        let forged = Data(#"{"date":9e9}"#.utf8)
        storage.set(forged, forKey: "purchased.\(SampleShop.bouquet)")
        let shop = try HelperShop(storage: storage)
        #expect(shop.helper.isProductPurchased(id: SampleShop.bouquet))
        try shop.buy(greenhouse)
        #expect(shop.helper.processReceipt())
        #expect(shop.helper.purchasedProductIdentifiers == [greenhouse])
        let modern = try HelperShop(shop.store, storage: storage, storeKit: .storeKit2)
        storage.set(forged, forKey: "purchased.\(SampleShop.bouquet)")
        #expect(modern.helper.isProductPurchased(id: SampleShop.bouquet))
        try modern.place(modern.newReceipt())
        #expect(modern.helper.processReceipt())
        #expect(modern.helper.purchasedProductIdentifiers == [greenhouse])
    }

    @Test("Bug 1.5, the app's own defaults are written over: the keys are the helper's own")
    func keys() throws {
        let name = "IAPHelperTests.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        let persistence = IAPPersistence(storage: DefaultsStorage(defaults))
        try persistence.save(greenhouse)
        #expect(defaults.object(forKey: greenhouse) == nil)
        #expect(try persistence.isPurchased(greenhouse))
    }

    @Test("What cannot be read is not owned, and the log says so")
    func unreadable() throws {
        let shop = try HelperShop(storage: DamagedStorage())
        #expect(shop.helper.purchasedProductIdentifiers.isEmpty)
        #expect(shop.events.contains(.purchasedProductsLoadFailure))
        #expect(shop.log.contains { $0.error is DamagedStorage.Damaged })
    }

    @Test("Setting what is owned replaces what is remembered")
    func set() throws {
        let storage = MemoryStorage()
        let shop = try HelperShop(storage: storage)
        try shop.buy(greenhouse)
        shop.helper.purchasedProductIdentifiers = [seeds]
        #expect(try HelperShop(storage: storage).helper.purchasedProductIdentifiers == [seeds])
    }

    @Test("The tutorial's functions work on the persistence of the helper in use")
    func statics() throws {
        let shop = try HelperShop()
        shop.device.perform {
            IAPHelper.shared.persistence = IAPPersistence(storage: MemoryStorage())
            IAPPersistence.savePurchasedState(for: "rose")
            IAPPersistence.savePurchasedState(for: ["tulip", "fern"])
            IAPPersistence.savePurchasedState(for: "fern", purchased: false)
            #expect(IAPPersistence.loadPurchasedState(for: "rose"))
            #expect(!IAPPersistence.loadPurchasedState(for: "fern"))
            let all: Set<ProductId> = ["rose", "tulip", "fern", "moss"]
            #expect(IAPPersistence.loadPurchasedProductIds(for: all) == ["rose", "tulip"])
            IAPPersistence.resetPurchasedProductIds(from: ["rose", "tulip"], to: ["moss"])
            #expect(IAPPersistence.loadPurchasedProductIds(for: all) == ["moss"])
            // What is reset to is not owned either, if the caller says so.
            IAPPersistence.savePurchasedState(for: "fern")
            IAPPersistence.resetPurchasedProductIds(from: ["rose"], to: ["moss"], purchased: false)
            #expect(IAPPersistence.loadPurchasedProductIds(for: all) == ["fern"])
            IAPPersistence.resetPurchasedProductIds(from: ["fern"], to: [], purchased: false)
            #expect(IAPPersistence.loadPurchasedProductIds(for: all) == [])
        }
    }

    @Test("The tutorial's functions cannot throw: what the storage says stands in the log")
    func staticFailure() throws {
        let shop = try HelperShop()
        let errors = Locked([any Error]())
        shop.device.perform {
            IAPHelper.shared.persistence = IAPPersistence(storage: DamagedStorage())
            IAPHelper.shared.log.sink = { entry in errors.withLock { $0 += entry.error.map { [$0] } ?? [] } }
            IAPPersistence.savePurchasedState(for: "rose")
            #expect(!IAPPersistence.loadPurchasedState(for: "rose"))
        }
        #expect(errors.withLock { $0.count } == 2)
    }
}

/// A storage that cannot be read or written.
private struct DamagedStorage: KeyValueStorage {
    struct Damaged: Error {}

    func data(forKey key: String) throws -> Data? { throw Damaged() }
    func set(_ data: Data?, forKey key: String) throws { throw Damaged() }
}
