import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Deliver, then finish", .timeLimit(.minutes(15)))
struct DeliveryTests {
    let store = ScriptedStore()
    let delivered = Locked([String]())

    private func deliver(failing failures: Int = 0, retry: DeliveryRetry = DeliveryRetry()) {
        let delivered = delivered
        let remaining = Locked(failures)
        let queue = store.queue
        store.client.deliver(retry: retry) { purchase in
            let fails = remaining.withLock { remaining in
                remaining -= 1
                return remaining >= 0
            }
            if fails { throw DeliveryTestError() }
            let finished = queue.log.contains { $0.hasPrefix("finish \(purchase.productId)") }
            delivered.withLock { $0.append("\(purchase.productId)\(finished ? " after it was finished" : "")") }
        }
    }

    private var names: [String] { delivered.withLock { $0 } }

    @Test("Whoever waits for the delivery goes on when everything is delivered and finished")
    func waiting() async {
        await store.client.delivered()
        deliver(failing: 1)
        store.update(
            FakeTransaction("rose", .purchased, identifier: "1"),
            FakeTransaction("iris", .purchased, identifier: "2")
        )
        async let first: Void = store.client.delivered()
        async let second: Void = store.client.delivered()
        await eventually { !store.sleeper.requested.isEmpty }
        store.sleeper.wake()
        _ = await (first, second)
        #expect(names.sorted() == ["iris", "rose"])
        #expect(store.client.isDelivered)
        #expect(store.queue.log.count == 2)
    }

    @Test("Nobody waits for ever: neither a cancelled task, nor one whose client has gone")
    func waitingEnds() async {
        deliver(failing: .max)
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        let cancelled = Task { [client = store.client] in await client.delivered() }
        cancelled.cancel()
        await cancelled.value
        #expect(!store.client.isDelivered)
    }

    @Test("What an earlier launch left unfinished is delivered, then finished")
    func launch() async {
        store.update(
            FakeTransaction("rose", .purchased, identifier: "1"),
            FakeTransaction("iris", .restored, identifier: "2")
        )
        deliver()
        await eventually { store.client.isDelivered && names.count == 2 }
        #expect(names == ["rose", "iris"])
        #expect(store.queue.log == ["finish rose purchased", "finish iris restored"])
    }

    @Test("What comes later is delivered too; a batch keeps its order")
    func later() async {
        deliver()
        store.update(
            FakeTransaction("b", .purchased, identifier: "1"),
            FakeTransaction("a", .purchased, identifier: "2")
        )
        store.update(FakeTransaction("c", .purchased, identifier: "3"))
        await eventually { names.count == 3 && store.client.isDelivered }
        #expect(names == ["b", "a", "c"])
    }

    @Test("A failure is tried again after a while that grows, and finishes nothing before it succeeds")
    func backOff() async {
        deliver(failing: 3, retry: DeliveryRetry(firstDelay: 5, factor: 3, maximumDelay: 20))
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        for round in 1...3 {
            await eventually { store.sleeper.requested.count == round }
            #expect(store.queue.log.isEmpty)
            #expect(!store.client.isDelivered)
            store.sleeper.wake()
        }
        await eventually { store.client.isDelivered }
        #expect(store.sleeper.requested == [5, 15, 20])
        #expect(names == ["rose"])
        #expect(store.queue.log == ["finish rose purchased"])
    }

    @Test("A purchase that cannot be delivered does not keep the others waiting")
    func oneFails() async {
        deliver(failing: 1)
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        await eventually { store.sleeper.requested.count == 1 }
        store.update(FakeTransaction("iris", .purchased, identifier: "2"))
        await eventually { names == ["iris"] }
        store.sleeper.wake()
        await eventually { store.client.isDelivered }
        #expect(names == ["iris", "rose"])
    }

    @Test("A transaction that comes again while it is being delivered is delivered once")
    func again() async {
        let rose = FakeTransaction("rose", .purchased, identifier: "1")
        deliver(failing: 1)
        store.update(rose)
        await eventually { store.sleeper.requested.count == 1 }
        store.update(rose)
        store.sleeper.wake()
        await eventually { store.client.isDelivered }
        #expect(names == ["rose"])
    }

    @Test("What was delivered but not finished when the app was killed is only finished at the next launch")
    func recorded() async {
        deliver()
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        await eventually { store.client.isDelivered && !store.queue.log.isEmpty }
        let next = ScriptedStore()
        let again = Locked(0)
        next.client.deliver(storage: store.storage) { _ in again.withLock { $0 += 1 } }
        next.update(FakeTransaction("rose", .purchased, identifier: "1"))
        await eventually { !next.queue.log.isEmpty }
        #expect(next.queue.log == ["finish rose purchased"])
        #expect(again.withLock { $0 } == 0)
    }

    @Test("A record that cannot be read or written delivers all the same, and the log says so")
    func brokenRecord() async {
        let problems = Locked([String]())
        store.client.log.sink = { event in
            if event.kind == .storageFailed { problems.withLock { $0.append(event.description) } }
        }
        let delivered = delivered
        store.client.deliver(storage: BrokenStorage()) { purchase in
            delivered.withLock { $0.append(purchase.productId) }
        }
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        await eventually { store.client.isDelivered && !store.queue.log.isEmpty }
        #expect(names == ["rose"])
        #expect(store.queue.log == ["finish rose purchased"])
        #expect(problems.withLock { $0.count } == 1)
    }

    @Test("A transaction without an identifier is delivered all the same")
    func odd() async {
        deliver()
        store.update(FakeTransaction("rose", .purchased), FakeTransaction("rose", .purchased))
        await eventually { names.count == 2 && store.client.isDelivered }
        #expect(store.queue.log == ["finish rose purchased", "finish rose purchased"])
    }

    @Test("Completions hear as before, and have nothing to finish", arguments: [true, false])
    func completions(atomically: Bool) async {
        deliver()
        var heard: [String] = []
        store.client.completeTransactions(atomically: atomically) { purchases in
            heard += purchases.map { "completed \($0.productId) \($0.needsFinishTransaction)" }
        }
        store.client.purchaseProduct(FakeProduct("rose"), atomically: atomically) { result in
            guard case .success(let purchase) = result else { return }
            heard.append("bought \(purchase.productId) \(purchase.needsFinishTransaction)")
        }
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        store.update(FakeTransaction("iris", .purchased, identifier: "2"))
        await eventually { names.count == 2 && store.client.isDelivered }
        store.client.restorePurchases(atomically: atomically) { results in
            heard += results.restoredPurchases.map { "restored \($0.productId) \($0.needsFinishTransaction)" }
        }
        store.update(FakeTransaction("lily", .restored, identifier: "3"))
        store.endRestore()
        await eventually { names.count == 3 && store.client.isDelivered }
        #expect(heard == ["bought rose false", "completed iris false", "restored lily false"])
        #expect(store.queue.log.filter { $0.hasPrefix("finish") }.count == 3)
    }

    @Test("What waits for approval is neither delivered nor finished; what failed is finished")
    func otherStates() async {
        deliver()
        store.update(FakeTransaction("rose", .deferred), FakeTransaction("iris", .failed))
        store.update(FakeTransaction("lily", .purchased, identifier: "1"))
        await eventually { names == ["lily"] && store.client.isDelivered }
        #expect(Set(store.queue.log) == ["finish iris failed", "finish lily purchased"])
    }

    @Test("What came and failed before there was a handler is finished by it")
    func failedEarlier() async {
        store.update(FakeTransaction("iris", .failed))
        deliver()
        store.callbacks.run()
        #expect(store.queue.log == ["finish iris failed"])
    }

    @Test("A restore that runs when the handler is set is delivered too")
    func restoreRuns() async {
        store.client.restorePurchases { _ in }
        store.update(FakeTransaction("rose", .restored, identifier: "1"))
        deliver()
        store.endRestore()
        await eventually { names == ["rose"] && store.client.isDelivered }
        #expect(store.queue.log == ["restore -", "finish rose restored"])
    }

    @Test("The first handler stays")
    func second() async {
        deliver()
        store.client.deliver { _ in Issue.record("the second handler was called") }
        store.update(FakeTransaction("rose", .purchased, identifier: "1"))
        await eventually { names == ["rose"] }
    }

    @Test("Only a few hundred transactions are remembered, the newest ones")
    func bounded() {
        let ledger = DeliveryLedger(storage: store.storage) { _ in }
        for number in 0..<1_000 { ledger.add(["\(number)"]) }
        #expect(ledger.contains("999"))
        #expect(ledger.contains("800"))
        #expect(!ledger.contains("799"))
        let reread = DeliveryLedger(storage: store.storage) { _ in }
        #expect(reread.contains("999"))
        #expect(!reread.contains("799"))
    }

    @Test("Purchases that were delivered together are recorded in one write; what is known writes nothing")
    func recordedTogether() throws {
        let storage = CountingStorage()
        let ledger = DeliveryLedger(storage: storage) { _ in }
        ledger.add((1...50).map { "\($0)" })
        ledger.add(["7", "50"])
        ledger.add([])
        #expect(storage.writes == 1)
        #expect(DeliveryLedger(storage: storage) { _ in }.contains("1"))
        ledger.add(["7", "51"])
        #expect(storage.writes == 2)
        #expect(DeliveryLedger(storage: storage) { _ in }.contains("51"))
    }

    @Test("What was taken away after its delivery is not remembered, in one write with what was delivered")
    func forgotten() throws {
        let storage = CountingStorage()
        let ledger = DeliveryLedger(storage: storage) { _ in }
        ledger.add(["1", "2"])
        ledger.add(["3"], forgetting: ["1", "4"])
        #expect(storage.writes == 2)
        let reread = DeliveryLedger(storage: storage) { _ in }
        #expect(["1", "2", "3", "4"].map(reread.contains) == [false, true, true, false])
        ledger.add([], forgetting: ["1"])
        #expect(storage.writes == 2)
        ledger.add(["1"])
        #expect(DeliveryLedger(storage: storage) { _ in }.contains("1"))
    }

    @Test(
        "The wait grows by the factor up to its limit",
        arguments: [(0, 1.0), (1, 1), (2, 2), (3, 4), (9, 256), (10, 300), (100_000, 300)]
    )
    func delays(failure: Int, seconds: TimeInterval) {
        #expect(DeliveryRetry().delay(afterFailure: failure) == seconds)
    }
}

struct DeliveryTestError: Error {}

/// Counts how often it is written to.
final class CountingStorage: KeyValueStorage {
    private let memory = MemoryStorage()
    private let count = Locked(0)

    var writes: Int { count.withLock { $0 } }

    func data(forKey key: String) throws -> Data? { memory.data(forKey: key) }

    func set(_ data: Data?, forKey key: String) throws {
        count.withLock { $0 += 1 }
        memory.set(data, forKey: key)
    }
}

/// A disk that is full and was damaged before.
struct BrokenStorage: KeyValueStorage {
    func data(forKey key: String) throws -> Data? { throw DeliveryTestError() }
    func set(_ data: Data?, forKey key: String) throws { throw DeliveryTestError() }
}
