import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Retrieving products", .timeLimit(.minutes(15)))
struct ProductRequestTests {
    let store = ScriptedStore()

    private var requests: Int { store.services.withLock { $0.productRequests.count } }

    @Test("Products and unknown identifiers come as sets; nothing inside the call")
    func success() {
        var results: RetrieveResults?
        store.client.retrieveProductsInfo(["rose", "weed"]) { results = $0 }
        #expect(results == nil)
        store.answerProducts(0, .success([FakeProduct("rose")]), invalid: ["weed"])
        #expect(results?.retrievedProducts.map(\.productIdentifier) == ["rose"])
        #expect(results?.invalidProductIDs == ["weed"])
        #expect(results?.error == nil)
    }

    @Test("A failed request gives its error and nothing else")
    func failure() {
        var results: RetrieveResults?
        store.client.retrieveProductsInfo(["rose"]) { results = $0 }
        store.answerProducts(0, .failure(SKError(.unknown)))
        #expect(results?.retrievedProducts.isEmpty == true)
        #expect((results?.error as? SKError)?.code == .unknown)
    }

    @Test("Calls for the same identifiers join, in their order; others do not")
    func joined() {
        var log: [String] = []
        store.client.retrieveProductsInfo(["a", "b"]) { _ in log.append("1") }
        store.client.retrieveProductsInfo(["b", "a"]) { _ in log.append("2") }
        store.client.retrieveProductsInfo(["a"]) { _ in log.append("3") }
        #expect(requests == 2)
        store.answerProducts(0, .success([]))
        #expect(log == ["1", "2"])
        store.answerProducts(0, .success([]))
        #expect(log == ["1", "2"])
        store.answerProducts(1, .success([]))
        #expect(log == ["1", "2", "3"])
    }

    @Test("Asking again inside a completion starts one new request", arguments: [true, false])
    func reentrancy(succeeds: Bool) {
        var calls = 0
        let client = store.client
        let answer: Result<[SKProduct], any Error> = succeeds ? .success([]) : .failure(SKError(.unknown))
        client.retrieveProductsInfo(["rose"]) { _ in
            calls += 1
            client.retrieveProductsInfo(["rose"]) { _ in calls += 1 }
        }
        store.answerProducts(0, answer)
        #expect((calls, requests) == (1, 2))
        store.answerProducts(1, answer)
        #expect((calls, requests) == (2, 2))
    }

    @Test("Cancelling one caller leaves the others; cancelling the last ends the request")
    func cancelling() {
        var log: [String] = []
        let first = store.client.retrieveProductsInfo(["rose"]) { log.append("1 \($0.error is CancellationError)") }
        let second = store.client.retrieveProductsInfo(["rose"]) { log.append("2 \($0.error is CancellationError)") }
        first.cancel()
        store.callbacks.run()
        #expect(log == ["1 true"])
        #expect(store.services.withLock { $0.cancelled } == 0)
        second.cancel()
        store.callbacks.run()
        #expect(log == ["1 true", "2 true"])
        #expect(store.services.withLock { $0.cancelled } == 1)
    }

    @Test("After a cancelled request the same identifiers are asked for anew")
    func afterCancelling() {
        var calls = 0
        store.client.retrieveProductsInfo(["rose"]) { _ in calls += 1 }.cancel()
        store.client.retrieveProductsInfo(["rose"]) { _ in calls += 1 }
        #expect(requests == 2)
        store.answerProducts(0, .success([]))
        store.answerProducts(1, .success([]))
        #expect(calls == 2)
    }

    @Test("A cancelled task cancels its call", arguments: [true, false])
    func cancelledTask(before: Bool) async {
        let store = store
        let task = Task {
            if before { withUnsafeCurrentTask { $0?.cancel() } }
            return await store.client.retrieveProductsInfo(["rose"])
        }
        await eventually { store.services.withLock { !$0.productRequests.isEmpty } }
        task.cancel()
        await eventually { store.callbacks.count > 0 }
        store.callbacks.run()
        #expect(await task.value.error is CancellationError)
    }

    @Test("Ten threads that ask and cancel are all answered once", .timeLimit(.minutes(15)))
    func threads() async {
        let store = store
        let answered = Locked(0)
        await withTaskGroup { group in
            for thread in 0..<10 {
                group.addTask {
                    for round in 0..<50 {
                        let call = store.client.retrieveProductsInfo(["product \(round % 3)"]) { _ in
                            answered.withLock { $0 += 1 }
                        }
                        if (thread + round) % 4 == 0 { call.cancel() }
                        store.client.restorePurchases { _ in answered.withLock { $0 += 1 } }
                        store.client.purchaseProduct(FakeProduct("rose")) { _ in answered.withLock { $0 += 1 } }
                        store.queue.update([FakeTransaction("rose", .purchased)])
                    }
                }
            }
        }
        for request in store.services.withLock({ $0.productRequests }) {
            request.answer(.success(SKProductsResponse()))
        }
        store.queue.endRestore(nil)
        store.callbacks.run()
        #expect(answered.withLock { $0 } == 1_500)
    }
}
