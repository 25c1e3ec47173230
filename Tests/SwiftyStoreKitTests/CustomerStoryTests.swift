import AppReceipt
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import StoreConfiguration
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// A customer's story on the local store, from the buy button to the verified receipt.
@Suite("A customer on the local store")
struct CustomerStoryTests {
    let queue = ManualQueue()
    let store: LocalAppStore
    let device: LocalDevice
    let identifier: DeviceIdentifier

    private static let catalogue = """
        {"version":{"major":3,"minor":0},"settings":{},
        "products":[
        {"productID":"seeds","type":"Consumable","displayPrice":"0.99","internalID":"1","localizations":[]},
        {"productID":"greenhouse","type":"NonConsumable","displayPrice":"9.99","internalID":"2",
        "localizations":[{"locale":"en_US","displayName":"Greenhouse","description":"A greenhouse"}]}],
        "subscriptionGroups":[{"id":"G","name":"Club","localizations":[],"subscriptions":[
        {"productID":"club","type":"RecurringSubscription","displayPrice":"4.99","internalID":"3","groupNumber":1,
        "recurringSubscriptionPeriod":"P1M","subscriptionGroupID":"G","localizations":[]}]}]}
        """

    init() throws {
        let start = Date(timeIntervalSince1970: 1_750_000_000)
        let authority = try CertificateAuthority.make(
            name: "Test",
            validFrom: start.addingTimeInterval(-86_400),
            validUntil: start.addingTimeInterval(10 * 365 * 86_400)
        )
        store = LocalAppStore(
            configuration: try StoreConfiguration(data: Data(Self.catalogue.utf8)),
            app: StoreApp(bundleID: "com.example.shop"),
            authority: authority,
            start: start,
            seed: 7
        )
        identifier = try DeviceIdentifier("3B76A7BD-8F5B-4E0E-9B6E-0E7C3C1B2A11")
        let queue = queue
        let callbacks = CallbackQueue { queue.enqueue($0) }
        device = try LocalDevice(
            store: store,
            account: "flora",
            identifier: identifier,
            callbacks: callbacks,
            work: callbacks
        )
    }

    /// Runs an app's code on the device, and everything that comes of it.
    private func app(_ body: () -> Void) {
        device.perform(body)
        queue.run()
    }

    private func buy(_ product: String) -> PurchaseResult? {
        var result: PurchaseResult?
        app { SwiftyStoreKit.purchaseProduct(product) { result = $0 } }
        return result
    }

    private func receipt() throws -> ReceiptInfo {
        let store = store
        let validator = LocalReceiptValidator(
            bundleID: "com.example.shop",
            appVersion: "1.0",
            deviceIdentifiers: [identifier],
            policy: store.trustPolicy,
            now: { store.now }
        )
        var result: VerifyReceiptResult?
        app { SwiftyStoreKit.verifyReceipt(using: validator, forceRefresh: true) { result = $0 } }
        guard case .success(let receipt)? = result else {
            Issue.record("\(String(describing: result))")
            return [:]
        }
        return receipt
    }

    @Test("Products have localized prices")
    func products() throws {
        var results: RetrieveResults?
        app { SwiftyStoreKit.retrieveProductsInfo(["greenhouse", "weed"]) { results = $0 } }
        let product = try #require(results?.retrievedProducts.first)
        #expect(product.localizedPrice == "$9.99")
        #expect(product.localizedTitle == "Greenhouse")
        #expect(results?.invalidProductIDs == ["weed"])
    }

    @Test("Bought, verified offline, refunded: the receipt and the app follow")
    func lifetime() throws {
        var revoked: [String] = []
        app { SwiftyStoreKit.onEntitlementRevocation { revoked += $0 } }
        guard case .success(let purchase)? = buy("greenhouse") else {
            Issue.record("not bought")
            return
        }
        #expect(store.unfinishedTransactions(account: "flora").isEmpty)
        guard
            case .purchased(let item) = SwiftyStoreKit.verifyPurchase(
                productId: "greenhouse",
                inReceipt: try receipt()
            )
        else {
            Issue.record("not in the receipt")
            return
        }
        #expect(item.transactionId == purchase.transaction.transactionIdentifier)
        try store.refund(transactionID: item.transactionId)
        queue.run()
        #expect(revoked == ["greenhouse"])
        if case .purchased = SwiftyStoreKit.verifyPurchase(productId: "greenhouse", inReceipt: try receipt()) {
            Issue.record("still owned after the refund")
        }
    }

    @Test("A subscription is active, and expired once the store's clock has passed its end without renewal")
    func subscription() throws {
        guard case .success? = buy("club") else {
            Issue.record("not bought")
            return
        }
        var result = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "club",
            inReceipt: try receipt()
        )
        guard case .purchased = result else {
            Issue.record("not active")
            return
        }
        let subscription = try #require(store.subscriptions(account: "flora").first)
        try store.setAutoRenew(false, originalTransactionID: subscription.originalTransactionID)
        try store.advance(by: 400 * 86_400)
        result = SwiftyStoreKit.verifySubscription(ofType: .autoRenewable, productId: "club", inReceipt: try receipt())
        guard case .expired = result else {
            Issue.record("not expired")
            return
        }
    }

    @Test("Finished purchases are restored, consumables are not")
    func restoring() {
        _ = buy("greenhouse")
        _ = buy("seeds")
        var restored: [String] = []
        app { SwiftyStoreKit.restorePurchases { restored = $0.restoredPurchases.map(\.productId) } }
        #expect(restored == ["greenhouse"])
        #expect(store.unfinishedTransactions(account: "flora").isEmpty)
    }

    @Test("Ask to buy: deferred, then delivered to completeTransactions once it is approved")
    func askToBuy() throws {
        var completed: [String] = []
        var result: PurchaseResult?
        app {
            SwiftyStoreKit.completeTransactions { completed += $0.map(\.productId) }
            SwiftyStoreKit.purchaseProduct("greenhouse", simulatesAskToBuyInSandbox: true) { result = $0 }
        }
        guard case .deferred? = result else {
            Issue.record("not deferred")
            return
        }
        try store.approve(attempt: try #require(store.attempts.first).id)
        queue.run()
        #expect(completed == ["greenhouse"])
    }

    @Test("What was bought but not finished is delivered at the next launch")
    func relaunch() throws {
        try store.buy(productID: "greenhouse", account: "flora")
        var completed: [String] = []
        app { SwiftyStoreKit.completeTransactions { completed += $0.map(\.productId) } }
        #expect(completed == ["greenhouse"])
        #expect(store.unfinishedTransactions(account: "flora").isEmpty)
    }

    @Test("Devices in one process do not hear of each other's payments")
    func isolation() throws {
        let other = try CustomerStoryTests()
        _ = buy("greenhouse")
        #expect(other.store.transactions(account: "flora").isEmpty)
        #expect(other.queue.count == 0)
    }
}
