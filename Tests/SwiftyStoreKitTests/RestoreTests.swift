import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Restoring and completing")
struct RestoreTests {
    let store = ScriptedStore()

    private func restored(_ product: String) -> FakeTransaction {
        FakeTransaction(product, .restored, original: FakeTransaction(product, .purchased, date: 100))
    }

    @Test("What is restored comes at the end, in one result, and is finished afterwards", arguments: [true, false])
    func order(atomically: Bool) {
        var log: [String] = []
        store.client.restorePurchases(atomically: atomically) { results in
            log = results.restoredPurchases.map { "\($0.productId) \($0.needsFinishTransaction)" }
            #expect(results.restoreFailedPurchases.isEmpty)
            #expect(results.restoredPurchases.first?.originalPurchaseDate == Date(timeIntervalSince1970: 100))
        }
        store.update(restored("rose"), FakeTransaction("tulip", .purchasing))
        store.update(restored("iris"))
        #expect(log.isEmpty)
        store.endRestore()
        #expect(log == ["rose \(!atomically)", "iris \(!atomically)"])
        #expect(
            store.queue.log == ["restore -"] + (atomically ? ["finish rose restored", "finish iris restored"] : [])
        )
    }

    @Test("A restore that fails half-way delivers what it brought")
    func failure() {
        var results: RestoreResults?
        store.client.restorePurchases(applicationUsername: "flora") { results = $0 }
        store.update(restored("rose"))
        store.endRestore(SKError(.paymentCancelled))
        #expect(store.queue.log.first == "restore flora")
        #expect(results?.restoredPurchases.map(\.productId) == ["rose"])
        #expect(results?.restoreFailedPurchases.first?.0.code == .paymentCancelled)
        #expect(results?.restoreFailedPurchases.first?.1 == nil)
    }

    @Test("What the queue shows again while a restore runs is in the result once")
    func shownAgain() {
        var products: [String] = []
        store.client.restorePurchases { products = $0.restoredPurchases.map(\.productId) }
        let rose = restored("rose")
        store.update(rose, restored("iris"))
        store.update(rose)
        store.endRestore()
        #expect(products == ["rose", "iris"])
        #expect(store.queue.log == ["restore -", "finish rose restored", "finish iris restored"])
        // A later restore brings it again.
        store.client.restorePurchases { products = $0.restoredPurchases.map(\.productId) }
        store.update(rose)
        store.endRestore()
        #expect(products == ["rose"])
    }

    @Test("Concurrent restores join: one request, every completion once")
    func joined() {
        var calls = 0
        for _ in 0..<3 { store.client.restorePurchases { calls += $0.restoredPurchases.count } }
        store.update(restored("rose"))
        store.endRestore()
        store.endRestore()
        #expect(store.queue.log == ["restore -", "finish rose restored"])
        #expect(calls == 3)
    }

    @Test("A caller that delivers later keeps the transactions open for all who joined")
    func joinedPolicies() {
        var needs: [Bool] = []
        for atomically in [true, false] {
            store.client.restorePurchases(atomically: atomically) { results in
                needs += results.restoredPurchases.map(\.needsFinishTransaction)
            }
        }
        store.update(restored("rose"))
        store.endRestore()
        #expect(needs == [true, true])
        #expect(store.queue.log == ["restore -"])
    }

    @Test("A restore for another name waits for the one that runs")
    func otherName() {
        var log: [String] = []
        store.client.restorePurchases(applicationUsername: "a") { _ in log.append("a") }
        store.client.restorePurchases(applicationUsername: "b") { _ in log.append("b") }
        #expect(store.queue.log == ["restore a"])
        store.endRestore()
        #expect(store.queue.log == ["restore a", "restore b"])
        #expect(log == ["a"])
        store.endRestore()
        #expect(log == ["a", "b"])
    }

    @Test("A restore may be started from the completion of another")
    func reentrancy() {
        var calls = 0
        let client = store.client
        client.restorePurchases { _ in
            calls += 1
            client.restorePurchases { _ in calls += 1 }
        }
        store.endRestore()
        #expect(store.queue.log == ["restore -", "restore -"])
        store.endRestore()
        #expect(calls == 2)
    }

    @Test("Restored transactions without a restore go to completeTransactions")
    func unasked() {
        var completed: [String] = []
        store.client.completeTransactions { completed += $0.map(\.productId) }
        store.client.restorePurchases { _ in }
        store.endRestore()
        store.update(restored("rose"))
        #expect(completed == ["rose"])
    }

    @Test(
        "Each state is completed by its rule: delivered first, a failed one always finished, a deferred one never",
        arguments: [
            (SKPaymentTransactionState.purchased, true, false, true),
            (.purchased, false, true, false),
            (.restored, true, false, true),
            (.restored, false, true, false),
            (.failed, true, false, true),
            (.failed, false, false, true),
            (.deferred, true, false, false),
            (.deferred, false, false, false),
        ]
    )
    func completing(state: SKPaymentTransactionState, atomically: Bool, needsFinish: Bool, isFinished: Bool) {
        let queue = store.queue
        var needs: [Bool] = []
        store.client.completeTransactions(atomically: atomically) { purchases in
            needs = purchases.map(\.needsFinishTransaction)
            #expect(queue.log.isEmpty)
        }
        store.update(FakeTransaction("rose", state))
        #expect(needs == [needsFinish])
        #expect(queue.log.isEmpty == !isFinished)
    }

    @Test("One call for each batch, none for a batch that is still being bought")
    func batches() {
        var counts: [Int] = []
        store.client.completeTransactions { counts.append($0.count) }
        store.update(FakeTransaction("rose", .purchasing))
        store.update(FakeTransaction("rose", .purchased), FakeTransaction("tulip", .failed))
        store.update(FakeTransaction("iris", .purchased))
        #expect(counts == [2, 1])
    }

    @Test("What comes before there is a handler waits for it, unless it was finished meanwhile")
    func waiting() {
        let gone = FakeTransaction("tulip", .purchased)
        let rose = FakeTransaction("rose", .purchased)
        store.update(rose, gone)
        store.update(rose)
        store.queue.remove([gone])
        var batches: [[String]] = []
        store.client.completeTransactions { batches.append($0.map(\.productId)) }
        #expect(batches.isEmpty)
        store.callbacks.run()
        #expect(batches == [["rose"]])
    }

    @Test("The first handler stays")
    func firstHandler() {
        var log: [String] = []
        store.client.completeTransactions { _ in log.append("first") }
        store.client.completeTransactions { _ in log.append("second") }
        store.update(FakeTransaction("rose", .purchased))
        #expect(log == ["first"])
    }

    @Test(
        "finishTransaction leaves alone what is not over",
        arguments: [
            (SKPaymentTransactionState.purchasing, false), (.deferred, false), (.purchased, true), (.restored, true),
            (.failed, true),
        ]
    )
    func finishing(state: SKPaymentTransactionState, isFinished: Bool) {
        store.client.finishTransaction(FakeTransaction("rose", state))
        #expect(store.queue.log == (isFinished ? ["finish rose \(state)"] : []))
    }

    @Test("What is no transaction of the queue is ignored")
    func foreignTransaction() {
        struct Stranger: PaymentTransaction {
            var transactionDate: Date? { nil }
            var transactionState: SKPaymentTransactionState { .purchased }
            var transactionIdentifier: String? { nil }
            var downloads: [SKDownload] { [] }
        }
        store.client.finishTransaction(Stranger())
        #expect(store.queue.log.isEmpty)
        let purchase = Purchase(
            productId: "rose",
            quantity: 1,
            transaction: Stranger(),
            originalTransaction: nil,
            needsFinishTransaction: false
        )
        #expect(purchase.originalPurchaseDate == .distantPast)
    }

    @Test("Revocations, store payments and downloads are handed on")
    func otherHandlers() {
        let lines = Locked([String]())
        let note = { @Sendable (line: String) in lines.withLock { $0.append(line) } }
        #expect(store.queue.shouldAdd("rose") == false)
        store.client.onEntitlementRevocation { note("first \($0)") }
        store.client.onEntitlementRevocation { note("second \($0)") }
        store.client.shouldAddStorePaymentHandler = { payment, product in
            payment.productIdentifier == product.productIdentifier
        }
        store.client.updatedDownloadsHandler = { note("downloads \($0.count)") }
        #expect(store.queue.shouldAdd("rose"))
        store.queue.updateDownloads([SKDownload()])
        #expect(lines.withLock { $0.isEmpty }, "the callback queue has not run yet")
        store.queue.revoke(["rose"])
        store.callbacks.run()
        #expect(lines.withLock { $0 } == ["downloads 1", "first [\"rose\"]"])
        store.client.start([])
        store.client.pause([])
        store.client.resume([])
        store.client.cancel([])
        // What was asked before there was a handler is asked again when it comes.
        #expect(store.queue.log == ["add 1 rose -", "start 0", "pause 0", "resume 0", "cancel 0"])
        store.client.shouldAddStorePaymentHandler = nil
        #expect(store.queue.shouldAdd("rose") == false)
    }
}
