import Foundation
import IAPHelper
import LocalAppStore
import LocalStoreKit
import Locking
import SwiftyStoreKit
import TestSupport
import Testing

@Suite("The helper's purchases", .timeLimit(.minutes(15)))
struct PurchaseTests {
    private let greenhouse = SampleShop.greenhouse
    private let seeds = SampleShop.seeds

    @Test("A purchase is in progress, then succeeds, and is owned, finished and logged")
    func purchase() throws {
        let shop = try HelperShop()
        let told = try shop.buy(greenhouse)
        #expect(told == [.purchaseInProgress(productId: greenhouse), .purchaseSuccess(productId: greenhouse)])
        #expect(shop.helper.isProductPurchased(id: greenhouse))
        #expect(shop.helper.purchasedProductIdentifiers == [greenhouse])
        #expect(shop.unfinished.isEmpty)
        #expect(shop.events.filter { $0 == .purchaseStarted || told.contains($0) } == [.purchaseStarted] + told)
    }

    @Test("Bug 1.2, finished before it is delivered: while the app is told, the store still has the transaction")
    func order() throws {
        let shop = try HelperShop()
        shop.retrieve()
        let product = try #require(shop.helper.getStoreProductFrom(id: greenhouse))
        let unfinished = Locked([String]())
        shop.hear { _ in
            shop.helper.buyProduct(product) { notification in
                guard case .purchaseSuccess = notification else { return }
                unfinished.withLock { $0 = shop.unfinished }
                #expect(shop.helper.isProductPurchased(id: SampleShop.greenhouse))
            }
        }
        #expect(unfinished.withLock { $0 } == [greenhouse])
        #expect(shop.unfinished.isEmpty)
    }

    @Test("Bug 1.2, no answer for what is known already: each purchase of a consumable is told")
    func again() throws {
        let shop = try HelperShop()
        for _ in 1...3 { #expect(try shop.buy(seeds).last == .purchaseSuccess(productId: seeds)) }
        #expect(!shop.helper.isPurchasing)
        #expect(shop.unfinished.isEmpty)
    }

    @Test("Bug 1.2, no answer for what is known already: a restore tells it")
    func restoreKnown() throws {
        let shop = try HelperShop()
        try shop.buy(greenhouse)
        let told = shop.hear { shop.helper.restorePurchases(completion: $0) }
        #expect(told == [.purchaseRestoreSuccess(productId: greenhouse)])
        #expect(shop.unfinished.isEmpty)
    }

    @Test("One purchase runs at a time; the other one hears so later, not inside the call")
    func busy() throws {
        let shop = try HelperShop()
        shop.retrieve()
        let product = try #require(shop.helper.getStoreProductFrom(id: greenhouse))
        let second = Locked([IAPNotification]())
        let first = shop.hear { hear in
            shop.helper.buyProduct(product, completion: hear)
            #expect(shop.helper.isPurchasing)
            shop.helper.buyProduct(product) { notification in second.withLock { $0.append(notification) } }
            #expect(second.withLock { $0.isEmpty })
        }
        #expect(first.last == .purchaseSuccess(productId: greenhouse))
        #expect(second.withLock { $0 } == [.purchaseAbortPurchaseInProgress])
        #expect(shop.store.transactions(account: SampleShop.customer).count == 1)
    }

    @Test("Bug 1.1, a restore during a purchase never answers: it hears that a purchase is in progress")
    func restoreWhileBuying() throws {
        let shop = try HelperShop()
        shop.retrieve()
        let product = try #require(shop.helper.getStoreProductFrom(id: greenhouse))
        let ends = Locked(0)
        let told = shop.hear { hear in
            shop.helper.buyProduct(product) { _ in }
            shop.helper.restorePurchases(completion: hear) { ends.withLock { $0 += 1 } }
        }
        #expect(told == [.purchaseAbortPurchaseInProgress])
        #expect(ends.withLock { $0 } == 1)
    }

    @Test("Bug 1.3, nothing to restore: the restore ends, and says so")
    func nothing() throws {
        let shop = try HelperShop()
        let ends = Locked(0)
        let told = shop.hear { hear in
            shop.helper.restorePurchases(completion: hear) { ends.withLock { $0 += 1 } }
        }
        #expect(told == [])
        #expect(ends.withLock { $0 } == 1)
        #expect(shop.log.contains { $0.message == "Restore ended" })
    }

    @Test("Bug 1.3, a failed restore: it is told, with the reason in the log")
    func restoreFails() throws {
        let shop = try HelperShop()
        shop.device.settings.signsIn = false
        let told = shop.hear { shop.helper.restorePurchases(completion: $0) }
        #expect(told == [.purchaseRestoreFailure(productId: "")])
        let error = try #require(shop.log.compactMap { $0.error as? SKError }.first)
        #expect(error.code == .paymentCancelled)
    }

    @Test("A restored subscription is told once, and all of its periods are finished")
    func restoredSubscription() throws {
        let shop = try HelperShop()
        try shop.buy(SampleShop.posy)
        try shop.store.advance(by: 100 * 86_400)
        let told = shop.hear { shop.helper.restorePurchases(completion: $0) }
        #expect(told == [.purchaseRestoreSuccess(productId: SampleShop.posy)])
    }

    @Test("The customer cancels")
    func cancelled() throws {
        let shop = try HelperShop()
        shop.device.settings.paymentSheet = { _ in .cancel }
        #expect(try shop.buy(greenhouse).last == .purchaseCancelled(productId: greenhouse))
        #expect(!shop.helper.isPurchasing)
        #expect(!shop.helper.isProductPurchased(id: greenhouse))
    }

    @Test("Bug 1.2, errors read by their number alone: only the store's own cancellation is one")
    func foreignError() throws {
        let shop = try HelperShop()
        let foreign = NSError(domain: "Elsewhere", code: SKError.Code.paymentCancelled.rawValue)
        shop.device.settings.failure = { $0 == .purchase ? foreign : nil }
        #expect(try shop.buy(greenhouse).last == .purchaseFailure(productId: greenhouse))
        #expect(try #require(shop.log.last?.error as? SKError).underlyingDomain == "Elsewhere")
    }

    @Test("Bug 1.1, no reason for a failure: the log has the error")
    func reason() throws {
        let shop = try HelperShop()
        shop.device.settings.canMakePayments = false
        #expect(try shop.buy(greenhouse).last == .purchaseFailure(productId: greenhouse))
        #expect((shop.log.last?.error as? SKError)?.code == .paymentNotAllowed)
        let number = SKError.Code.paymentNotAllowed.rawValue
        #expect(shop.log.last?.description == "Purchase failed: \(greenhouse) (SKErrorDomain \(number))")
        #expect(!shop.device.perform { IAPHelper.canMakePayments() })
    }

    @Test("Ask to Buy: deferred and not finished, then told to the same closure", arguments: [true, false])
    func deferred(approves: Bool) throws {
        let shop = try HelperShop()
        try shop.store.updateSettings { $0.askToBuyEnabled = true }
        #expect(try shop.buy(greenhouse).last == .purchaseDeferred(productId: greenhouse))
        #expect(!shop.helper.isPurchasing)
        #expect(!shop.helper.isProductPurchased(id: greenhouse))
        let attempt = try #require(shop.store.attempts.first).id
        shop.told.withLock { $0 = [] }
        if approves { try shop.store.approve(attempt: attempt) } else { try shop.store.decline(attempt: attempt) }
        shop.queue.run()
        let told = shop.told.withLock { $0 }
        #expect(
            told == [approves ? .purchaseSuccess(productId: greenhouse) : .purchaseCancelled(productId: greenhouse)]
        )
        #expect(shop.helper.isProductPurchased(id: greenhouse) == approves)
        #expect(shop.unfinished.isEmpty)
    }

    @Test("Bug 1.2, lost at the next launch: what nobody heard of is told, then finished", arguments: [true, false])
    func relaunch(listensAtOnce: Bool) throws {
        let store = try SampleShop.open()
        try store.buy(productID: seeds, account: SampleShop.customer)
        try store.buy(productID: greenhouse, account: SampleShop.customer)
        let shop = try HelperShop(store)
        #expect(shop.unfinished == [seeds, greenhouse])
        #expect(shop.helper.purchasedProductIdentifiers == [seeds, greenhouse])
        if !listensAtOnce { shop.hear(shop.helper.requestProductsFromAppStore) }
        let told = shop.hear(shop.helper.receiveNotifications)
        #expect(told == [.purchaseSuccess(productId: seeds), .purchaseSuccess(productId: greenhouse)])
        #expect(shop.unfinished.isEmpty)
    }

    @Test("Bug 1.2, a batch breaks off: what comes together with a purchase that waits is told")
    func batch() throws {
        let store = try SampleShop.open()
        try store.updateSettings { $0.askToBuyEnabled = true }
        _ = try store.purchase(PurchaseRequest(productID: seeds, accountID: SampleShop.customer))
        try store.updateSettings { $0.askToBuyEnabled = false }
        try store.buy(productID: greenhouse, account: SampleShop.customer)
        let shop = try HelperShop(store)
        let told = shop.hear(shop.helper.receiveNotifications)
        #expect(told.contains(.purchaseSuccess(productId: greenhouse)))
        #expect(shop.unfinished.isEmpty)
    }

    @Test("A purchase that cannot be kept is told and owned, and stays in the queue")
    func fullDisk() throws {
        let shop = try HelperShop(storage: FullStorage())
        #expect(try shop.buy(greenhouse).last == .purchaseSuccess(productId: greenhouse))
        #expect(shop.helper.isProductPurchased(id: greenhouse))
        #expect(shop.unfinished == [greenhouse])
        #expect(shop.log.contains { $0.error is FullStorage.Full })
    }

    @Test("After the end the helper hears of nothing; the purchase comes back at the next launch")
    func end() throws {
        let shop = try HelperShop()
        shop.hear(shop.helper.receiveNotifications)
        shop.helper.removeFromPaymentQueue()
        try shop.store.buy(productID: greenhouse, account: SampleShop.customer)
        shop.device.enterForeground()
        shop.queue.run()
        #expect(shop.told.withLock { $0.isEmpty })
        #expect(shop.unfinished == [greenhouse])
    }
}

/// A disk without room.
private struct FullStorage: KeyValueStorage {
    struct Full: Error {}

    func data(forKey key: String) throws -> Data? { nil }
    func set(_ data: Data?, forKey key: String) throws { throw Full() }
}
