import Foundation
import LocalAppStore
import Locking
import Testing

@Suite("Observers")
struct ObserverTests {
    @Test("An observer hears everything in order, and nothing after it is gone")
    func order() throws {
        let store = try Shop.store()
        let heard = Locked<[StoreEvent]>([])
        let observation = store.observe { event in heard.withLock { $0.append(event) } }
        try store.buy(productID: Shop.bouquet, account: Shop.flora)
        try store.advance(by: 60 * 86_400)
        let events = heard.withLock { $0 }
        #expect(events.map(\.name) == [.purchased, .renewed, .renewed, .clockMoved])
        #expect(events.map(\.sequence) == [2, 3, 4, 5])
        observation.cancel()
        try store.buy(productID: Shop.seeds, account: Shop.flora)
        #expect(heard.withLock { $0.count } == 4)
    }

    @Test("An observer of portions hears at once what happened together, before the others hear of it")
    func portions() throws {
        let store = try Shop.store()
        let heard = Locked<[[Int]]>([])
        let others = store.observe { event in heard.withLock { $0.append([-event.sequence]) } }
        let observation = store.observePortions { events in heard.withLock { $0.append(events.map(\.sequence)) } }
        try store.buy(productID: Shop.bouquet, account: Shop.flora)
        try store.advance(by: 60 * 86_400)
        #expect(heard.withLock { $0 } == [[2], [-2], [3, 4, 5], [-3], [-4], [-5]])
        others.cancel()
        try store.buy(productID: Shop.seeds, account: Shop.flora)
        observation.cancel()
        try store.buy(productID: Shop.seeds, account: Shop.flora)
        #expect(heard.withLock { $0.suffix(2) } == [[-5], [6]])
    }

    @Test("An observer of portions that comes and goes while others are told hears of what happens meanwhile")
    func portionsMeanwhile() throws {
        let store = try Shop.store()
        let heard = Locked<[Int]>([])
        let late = Locked<StoreObservation?>(nil)
        let observation = store.observe { [weak store] event in
            guard let store else { return }
            switch event.sequence {
            case 3:
                let new = store.observePortions { events in heard.withLock { $0 += events.map(\.sequence) } }
                late.withLock { $0 = new }
            case 4: _ = try? store.createAccount(id: "moss")
            case 5: _ = try? store.createAccount(id: "reed")
            case 6: late.withLock { $0 }?.cancel()
            default: break
            }
        }
        try store.buy(productID: Shop.bouquet, account: Shop.flora)
        try store.advance(by: 60 * 86_400)
        try store.createAccount(id: "fern")
        // 6 and 7 were made while 4 and 5 were told, and are told together; when 8 is made it has gone.
        #expect(heard.withLock { $0 } == [6, 7])
        #expect(store.eventCount == 8)
        observation.cancel()
    }

    @Test("An observer may use the store; what it does comes after what it hears")
    func reentrance() throws {
        let store = try Shop.store()
        let heard = Locked<[StoreEvent.Name]>([])
        let observation = store.observe { [weak store] event in
            heard.withLock { $0.append(event.name) }
            if event.name == .purchased, let id = event.transaction?.transactionID {
                try? store?.finish(transactionID: id)
                heard.withLock { $0.append(StoreEvent.Name(rawValue: "returned")) }
            }
        }
        try store.buy(productID: Shop.seeds, account: Shop.flora)
        #expect(heard.withLock { $0 } == [.purchased, StoreEvent.Name(rawValue: "returned"), .finished])
        withExtendedLifetime(observation) {}
    }

    @Test("An observer may wait for a task that uses the store; what that does comes after what it hears")
    func waiting() throws {
        let store = try Shop.store()
        let heard = Locked<[StoreEvent.Name]>([])
        let observation = store.observe { [weak store] event in
            heard.withLock { $0.append(event.name) }
            guard event.name == .purchased, let id = event.transaction?.transactionID else { return }
            let finished = DispatchSemaphore(value: 0)
            Task {
                try store?.finish(transactionID: id)
                finished.signal()
            }
            finished.wait()
            heard.withLock { $0.append(StoreEvent.Name(rawValue: "returned")) }
        }
        try store.buy(productID: Shop.seeds, account: Shop.flora)
        #expect(heard.withLock { $0 } == [.purchased, StoreEvent.Name(rawValue: "returned"), .finished])
        withExtendedLifetime(observation) {}
    }

    @Test("A task that outlives its event is a caller like others: its call returns when all have heard")
    func outliving() async throws {
        let store = try Shop.store()
        let heard = Locked<[StoreEvent.Name]>([])
        let (calls, begun) = AsyncStream<Void>.makeStream()
        let late = Locked<Task<Bool, any Error>?>(nil)
        let observation = store.observe { event in
            heard.withLock { $0.append(event.name) }
            guard event.name == .purchased, let id = event.transaction?.transactionID else { return }
            late.withLock { task in
                task = Task {
                    for await _ in calls {}
                    try store.finish(transactionID: id)
                    return heard.withLock { $0.last == .finished }
                }
            }
        }
        try store.buy(productID: Shop.seeds, account: Shop.flora)
        begun.finish()
        let task = try #require(late.withLock { $0 })
        #expect(try await task.value)
        observation.cancel()
    }

    @Test("Observers of two stores may call the other one, and back")
    func twoStores() throws {
        let (first, second) = (try Shop.store(), try Shop.store())
        let heard = Locked<[String]>([])
        let there = first.observe { event in
            heard.withLock { $0.append("first \(event.name.rawValue)") }
            if event.name == .purchased { _ = try? second.buy(productID: Shop.seeds, account: Shop.flora) }
        }
        let back = second.observe { event in
            heard.withLock { $0.append("second \(event.name.rawValue)") }
            guard event.name == .purchased,
                let id = first.transactions(account: Shop.flora).last?.transactionID
            else { return }
            try? first.finish(transactionID: id)
        }
        try first.buy(productID: Shop.seeds, account: Shop.flora)
        #expect(heard.withLock { $0 } == ["first purchased", "second purchased", "first finished"])
        there.cancel()
        back.cancel()
    }

    @Test("Many threads at once: every event is heard once, in order, and no purchase is lost")
    func threads() throws {
        let store = try Shop.store()
        let heard = Locked<[Int]>([])
        let observation = store.observe { event in heard.withLock { $0.append(event.sequence) } }
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 { _ = try? store.buy(productID: Shop.seeds, account: Shop.flora) }
        }
        // The thread that delivers goes on until nothing is left, so when all have returned all was heard.
        #expect(store.transactions(account: Shop.flora).count == 400)
        let sequences = heard.withLock { $0 }
        #expect(sequences == sequences.sorted())
        #expect(sequences.count == 400)
        withExtendedLifetime(observation) {}
    }

    @Test(
        "Many threads at once: an observer of portions hears each event once and in order, and before the call returns",
        arguments: [false, true]
    )
    func threadsOfPortions(withOther: Bool) throws {
        let store = try Shop.store()
        let (heard, other) = (Locked<[StoreEvent]>([]), Locked<[Int]>([]))
        let late = Locked<[String]>([])
        let observation = store.observePortions { events in heard.withLock { $0 += events } }
        let others = withOther ? store.observe { event in other.withLock { $0.append(event.sequence) } } : nil
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<50 {
                guard let bought = try? store.buy(productID: Shop.seeds, account: Shop.flora) else { continue }
                let id = bought.transactionID
                let isHeard = heard.withLock { $0.contains { $0.transaction?.transactionID == id } }
                if !isHeard { late.withLock { $0.append(id) } }
            }
        }
        #expect(heard.withLock { $0.map(\.sequence) } == Array(2...401))
        #expect(other.withLock { $0 } == (withOther ? Array(2...401) : []))
        #expect(late.withLock { $0 } == [])
        others?.cancel()
        observation.cancel()
    }

    @Test("Unheard events are not kept, but an engine that is copied out keeps its own")
    func unheard() throws {
        let store = try Shop.store()
        try store.buy(productID: Shop.bouquet, account: Shop.flora)
        try store.advance(by: 40 * 86_400)
        #expect(store.eventCount == 4)
        var engine = store.engine
        #expect(engine.takeEvents().isEmpty)
        try engine.advance(to: engine.now.addingTimeInterval(30 * 86_400))
        #expect(engine.takeEvents().map(\.sequence) == [5, 6])
    }

    @Test("A purchase that must go through but does not is an error that says why")
    func notPurchased() throws {
        let store = try Shop.store()
        try store.updateSettings { $0.askToBuyEnabled = true }
        #expect(throws: StoreError(.notPurchased, "")) { try store.buy(productID: Shop.seeds, account: Shop.flora) }
        #expect(store.attempts.map(\.status) == [.waitingForApproval])
    }
}
