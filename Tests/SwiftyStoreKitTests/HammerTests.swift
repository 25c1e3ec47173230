import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// Ten threads that call every verb while the queue answers on others. Run it under the thread sanitizer.
@Suite("Ten threads hammer every verb", .tags(.slow), .timeLimit(.minutes(15)))
struct HammerTests {
    private static let rounds = 40

    @Test("Every completion comes exactly once, and every purchase is delivered")
    func hammer() async {
        let store = ScriptedStore()
        let client = store.client
        let asked = Locked(0)
        let answered = Locked(0)
        let delivered = Locked(Set<String>())
        await withTaskGroup { group in
            for thread in 0..<10 {
                group.addTask {
                    for round in 0..<Self.rounds {
                        let name = "\(thread).\(round)"
                        client.deliver { purchase in delivered.withLock { _ = $0.insert(purchase.productId) } }
                        asked.withLock { $0 += 4 }
                        let answer: @Sendable () -> Void = { answered.withLock { $0 += 1 } }
                        let call = client.retrieveProductsInfo(["product \(round % 3)"]) { _ in answer() }
                        if round % 5 == 0 { call.cancel() }
                        client.fetchReceipt(forceRefresh: true) { _ in answer() }?.cancel()
                        client.purchaseProduct(FakeProduct(name)) { _ in answer() }
                        client.restorePurchases(atomically: round % 2 == 0) { _ in answer() }
                        store.queue.update([FakeTransaction(name, .purchased, identifier: name)])
                        store.queue.update([FakeTransaction("r" + name, .restored, identifier: "r" + name)])
                        self.callTheRest(client, store, round: round)
                        store.callbacks.run()
                    }
                }
            }
        }
        for request in store.services.withLock({ $0.productRequests }) {
            request.answer(.success(SKProductsResponse()))
        }
        store.queue.endRestore(nil)
        store.callbacks.run()
        await eventually { client.isDelivered }
        #expect(answered.withLock { $0 } == asked.withLock { $0 })
        #expect(delivered.withLock { $0.count } == 10 * Self.rounds * 2)
        let finished = store.queue.log.filter { $0.hasPrefix("finish ") }
        #expect(Set(finished).count == 10 * Self.rounds * 2)
        #expect(finished.count == Set(finished).count, "a transaction was finished twice")
    }

    private func callTheRest(_ client: StoreClient, _ store: ScriptedStore, round: Int) {
        client.completeTransactions { _ in }
        client.onEntitlementRevocation { _ in }
        client.shouldAddStorePaymentHandler = { _, _ in false }
        client.updatedDownloadsHandler = { _ in }
        client.shouldContinueTransactionHandler = { _, _ in true }
        client.shouldShowPriceConsentHandler = { true }
        client.log.sink = { _ in }
        client.start([])
        client.pause([])
        client.resume([])
        client.cancel([])
        client.showPriceConsentIfNeeded()
        client.presentCodeRedemptionSheet()
        client.finishTransaction(FakeTransaction("waiting", .deferred))
        _ = (client.transactions, client.entitlementChanges, client.storefronts, client.storefront)
        _ = (client.localReceiptData, client.isDelivered, client.shouldAddStorePaymentHandler != nil)
        store.queue.revoke(["rose"])
        store.queue.updateDownloads([])
        if round % 7 == 0 { store.queue.endRestore(nil) }
    }
}
