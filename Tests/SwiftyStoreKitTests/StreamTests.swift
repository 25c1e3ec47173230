import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Streams and cancellation", .timeLimit(.minutes(15)))
struct StreamTests {
    let store = ScriptedStore()

    @Test("A stream begins with what is in the queue, and goes on with every change")
    func transactions() async {
        let rose = FakeTransaction("rose", .purchasing)
        let gone = FakeTransaction("gone", .purchased)
        store.update(gone, rose)
        store.queue.remove([gone])
        var stream = store.client.transactions.makeAsyncIterator()
        #expect(await stream.next()?.productId == "rose")
        store.update(rose.becomes(.purchased))
        #expect(await stream.next()?.transaction.transactionState == .purchased)
    }

    @Test("Any number of readers, each gets everything; revocations are changes of what is owned")
    func entitlements() async {
        var first = store.client.entitlementChanges.makeAsyncIterator()
        var second = store.client.entitlementChanges.makeAsyncIterator()
        store.queue.revoke(["rose"])
        let expected = EntitlementChange(added: [], removed: ["rose"], cause: .revocation)
        #expect(await first.next() == expected)
        #expect(await second.next() == expected)
    }

    @Test("A stream ends with its task")
    func cancelled() async {
        let client = store.client
        let task = Task {
            var count = 0
            for await _ in client.transactions { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test("The streams end when the client goes away")
    func released() async {
        var store: ScriptedStore? = ScriptedStore()
        let streams = store.map { ($0.client.transactions, $0.client.entitlementChanges, $0.client.storefronts) }
        store = nil
        guard let streams else { return }
        for await _ in streams.0 { Issue.record("a transaction out of nothing") }
        for await _ in streams.1 { Issue.record("a change out of nothing") }
        for await storefront in streams.2 { #expect(storefront == nil) }
    }

    @Test("A cancelled purchase ends the wait; it may have been charged, and what comes is delivered elsewhere")
    func cancelledPurchase() async {
        let store = store
        var completed: [String] = []
        store.client.completeTransactions { completed += $0.map(\.productId) }
        let task = Task { await store.client.purchaseProduct(FakeProduct("rose")) }
        await eventually { !store.queue.log.isEmpty }
        task.cancel()
        await eventually { store.callbacks.count > 0 }
        store.callbacks.run()
        guard case .error(let error) = await task.value else {
            Issue.record("the wait did not end")
            return
        }
        #expect(error.code == .paymentCancelled)
        #expect(error.mayHaveBeenCharged)
        store.update(FakeTransaction("rose", .purchased))
        #expect(completed == ["rose"])
        #expect(store.queue.log == ["add 1 rose -", "finish rose purchased"])
    }

    @Test("A cancelled restore ends the wait; what comes goes to completeTransactions, and the next restore works")
    func cancelledRestore() async {
        let store = store
        var completed: [String] = []
        store.client.completeTransactions { completed += $0.map(\.productId) }
        let task = Task { await store.client.restorePurchases() }
        await eventually { !store.queue.log.isEmpty }
        task.cancel()
        await eventually { store.callbacks.count > 0 }
        store.callbacks.run()
        #expect(await task.value.restoreFailedPurchases.first?.0.code == .paymentCancelled)
        store.update(FakeTransaction("rose", .restored))
        store.endRestore()
        #expect(completed == ["rose"])
        var restored: [String] = []
        store.client.restorePurchases { restored = $0.restoredPurchases.map(\.productId) }
        store.update(FakeTransaction("iris", .restored))
        store.endRestore()
        #expect(restored == ["iris"])
    }

    /// Lets the app go on until a task has ended that was cancelled before it did anything.
    private func ended<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        let store = store
        let hasEnded = Locked(false)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            let value = await body()
            hasEnded.withLock { $0 = true }
            return value
        }
        task.cancel()
        await eventually {
            store.callbacks.run()
            return hasEnded.withLock { $0 }
        }
        return await task.value
    }

    @Test("A task that was cancelled before it buys pays nothing, and nobody has been charged")
    func cancelledBeforePayment() async {
        let client = store.client
        let result = await ended { await client.purchaseProduct(FakeProduct("rose")) }
        guard case .error(let error) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.code == .paymentCancelled)
        #expect(!error.mayHaveBeenCharged)
        #expect(store.queue.log == [])
    }

    @Test("A task that was cancelled before it restores asks the store for nothing")
    func cancelledBeforeRestore() async {
        let client = store.client
        let results = await ended { await client.restorePurchases() }
        #expect(results.restoreFailedPurchases.map(\.0.code) == [.paymentCancelled])
        #expect(results.restoredPurchases.isEmpty)
        #expect(store.queue.log == [])
    }

    @Test("A payment whose transaction leaves the queue without an outcome is answered")
    func vanished() {
        var results: [PurchaseResult] = []
        store.client.purchaseProduct(FakeProduct("rose")) { results.append($0) }
        let transaction = FakeTransaction("rose", .purchasing)
        store.update(transaction)
        store.queue.remove([transaction])
        store.callbacks.run()
        guard case .error(let error)? = results.first else {
            Issue.record("no answer")
            return
        }
        #expect(error.code == .unknown)
        #expect(error.mayHaveBeenCharged)
        #expect(results.count == 1)
    }

    @Test("Purchases begun in the App Store wait until the app says whether it wants them")
    func promoted() {
        #expect(!store.queue.shouldAdd("rose"))
        #expect(!store.queue.shouldAdd("weed"))
        store.client.shouldAddStorePaymentHandler = { _, product in product.productIdentifier == "rose" }
        #expect(store.queue.log.isEmpty)
        store.callbacks.run()
        #expect(store.queue.log == ["add 1 rose -"])
        store.client.shouldAddStorePaymentHandler = { _, _ in true }
        store.callbacks.run()
        #expect(store.queue.log == ["add 1 rose -"])
    }

    @Test(
        "Whether the customer may have been charged follows from the stage and the code",
        arguments: [
            (SKError.Code.unknown, true), (.paymentCancelled, false), (.paymentInvalid, false),
            (.paymentNotAllowed, false), (.storeProductNotAvailable, false),
            (.cloudServiceNetworkConnectionFailed, true),
        ]
    )
    func charges(code: SKError.Code, mayHaveBeen: Bool) {
        #expect(SKError(code).mayHaveBeenCharged == mayHaveBeen)
        #expect(!SKError(beforePayment: SKError(code)).mayHaveBeenCharged)
        #expect(SKError(beforePayment: SKError(code)).code == code)
    }

    @Test("The error beneath keeps its domain and number")
    func beneath() {
        let offline = SKError(storeError: URLError(.notConnectedToInternet))
        #expect(offline.underlyingDomain == NSURLErrorDomain)
        #expect(offline.underlyingCode == -1009)
        #expect(offline.mayHaveBeenCharged)
        #expect(SKError(.paymentInvalid).underlyingDomain == SKErrorDomain)
        #expect(SKError(.paymentInvalid).underlyingCode == 3)
    }

    @Test("The log has products, numbers and the end of identifiers, never names, receipts or foreign texts")
    func redaction() {
        let lines = Locked([String]())
        store.client.log.sink = { event in lines.withLock { $0.append(event.description) } }
        let secret = NSError(domain: "Shop", code: 7, userInfo: [NSLocalizedDescriptionKey: "flora@example.com"])
        store.update(
            FakeTransaction("rose", .purchased, username: "flora", identifier: "2000000912345678"),
            FakeTransaction("iris", .failed, username: "flora", error: secret)
        )
        #expect(lines.withLock { $0 } == ["purchased rose …5678", "purchase failed iris (Shop 7)"])
    }
}
