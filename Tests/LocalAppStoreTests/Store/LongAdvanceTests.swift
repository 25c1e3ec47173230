import Foundation
import LocalAppStore
import Locking
import StoreConfiguration
import TestSupport
import Testing

@Suite("A long way of the clock")
struct LongAdvanceTests {
    /// A store in which a subscription renews every two seconds.
    private func store(customers: Int = 1) throws -> LocalAppStore {
        let store = try Shop.store()
        try store.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
        for number in 0..<customers {
            let name = number == 0 ? Shop.flora : "customer \(number)"
            if number > 0 { try store.createAccount(id: name) }
            try store.buy(productID: Shop.bouquet, account: name)
        }
        return store
    }

    @Test("Between two portions others see the clock as far as it has come, and what they do happens at that moment")
    func between() throws {
        let store = try store()
        let target = store.now.addingTimeInterval(2_000)
        let seen = Locked<[Date]>([])
        let observation = store.observe { [weak store] event in
            guard event.name == .renewed, event.sequence.isMultiple(of: ClockJourney.portion), let store else { return }
            let now = store.now
            seen.withLock { $0.append(now) }
            guard (try? store.account("fern")) == nil else { return }
            _ = try? store.createAccount(id: "fern")
            _ = try? store.buy(productID: Shop.posy, account: "fern")
        }
        try store.advance(to: target)
        withExtendedLifetime(observation) {}
        let moments = seen.withLock { $0 }
        #expect(moments.count >= 5)
        #expect(moments == moments.sorted())
        #expect(try #require(moments.first) < target)
        let bought = store.transactions(account: "fern")
        #expect(bought.first?.purchaseDate == moments.first)
        #expect(bought.count > 500, "it renewed on the rest of the way")
        #expect(store.now == target)
    }

    @Test("A portion has so many events, whether or not anybody hears of them", arguments: [false, true])
    func portions(isHeard: Bool) throws {
        let store = try store()
        let heard = Locked(0)
        let observation = isHeard ? store.observe { _ in heard.withLock { $0 += 1 } } : nil
        var journey = try store.setOut(.seconds(1_000))
        var counts: [Int] = []
        while !journey.isOver {
            try store.advance(&journey)
            counts.append(journey.eventCount)
            #expect(store.now == journey.now)
        }
        // 500 renewals, and that the clock was moved.
        #expect(counts == [128, 256, 384, 501])
        #expect(journey.now == journey.target)
        #expect(heard.withLock { $0 } == (isHeard ? 501 : 0))
        withExtendedLifetime(observation) {}
    }

    @Test("A way that plainly makes too many events is refused before anything happens")
    func tooLong() throws {
        let store = try store(customers: 3)
        let before = store.engine
        let error = #expect(throws: StoreError(.tooManyEvents, "")) { try store.advance(by: 86_400, limit: 100_000) }
        #expect(error?.reason.contains("nothing has happened yet") == true)
        #expect(error?.reason.contains("limit is 100000") == true)
        #expect(store.engine == before)
        try store.advance(by: 100, limit: 200)
        #expect(store.transactions(account: Shop.flora).count == 51)
    }

    @Test("A limit of renewals makes a long way short")
    func renewalLimit() throws {
        let store = try store()
        try store.updateSettings { $0.renewalLimit = 12 }
        try store.advance(by: 365 * 86_400, limit: 100)
        #expect(store.transactions(account: Shop.flora).count == 13)
    }

    @Test("A limit of renewals that nobody reaches stops no clock")
    func largestRenewalLimit() throws {
        let store = try store()
        try store.updateSettings { $0.renewalLimit = StoreSettings.renewalLimits.upperBound }
        try store.advance(by: 100, limit: 200)
        #expect(store.transactions(account: Shop.flora).count == 51)
    }

    @Test("One whose length could not be foreseen ends at its limit, says how far it came, and can go on")
    func limitOnTheWay() throws {
        let store = try store()
        try store.createAccount(id: "fern")
        try store.createFamily(id: "garden", organizer: Shop.flora)
        try store.joinFamily(id: "garden", account: "fern")
        let start = store.now
        let chain = try #require(store.subscriptions(account: Shop.flora).first)
        let isShared = (try? store.setFamilySharing(true, originalTransactionID: chain.originalTransactionID)) != nil
        try #require(isShared)
        // Each of 100 renewals brings one for the member of the family.
        let error = #expect(throws: StoreError(.tooManyEvents, "")) {
            try store.advance(to: start.addingTimeInterval(200), limit: 150)
        }
        #expect(error?.reason.contains("after 150 events") == true)
        #expect(store.now > start && store.now < start.addingTimeInterval(200))
        let before = store.transactions(account: Shop.flora).count
        #expect(before == 76)
        try store.advance(to: start.addingTimeInterval(200), limit: 150)
        #expect(store.transactions(account: Shop.flora).count == 101)
    }

    @Test("The same way makes the same log and state, whether or not others look in between")
    func determinism() throws {
        var logs: [Data] = []
        for looks in [false, true] {
            let scratch = try TemporaryFolder()
            defer { withExtendedLifetime(scratch) {} }
            let folder = scratch.file("store")
            try Shop.putKeys(in: folder)
            let store = try DoomedTraveller(folder: folder).open()
            let stops = Locked(false)
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while looks, !stops.withLock({ $0 }) { _ = (store.now, store.engine, store.nextDueDate) }
                done.signal()
            }
            try store.advance(by: 3_000)
            stops.withLock { $0 = true }
            done.wait()
            logs.append(try Data(contentsOf: folder.appendingPathComponent("events.jsonl")))
        }
        #expect(logs[0].count > 100_000)
        #expect(logs[0] == logs[1])
    }

    @Test("Two threads that move the clock both arrive, and nothing happens twice")
    func together() throws {
        let store = try store()
        let start = store.now
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            _ = try? store.advance(to: start.addingTimeInterval(Double(number + 1) * 500))
        }
        #expect(store.now == start.addingTimeInterval(2_000))
        let dates = store.transactions(account: Shop.flora).map(\.purchaseDate)
        #expect(dates == (0...1_000).map { start.addingTimeInterval(Double($0) * 2) })
    }

    @Test("Another state ends a way that is under way")
    func interrupted() throws {
        let store = try store()
        let snapshot = try store.snapshot()
        let isRestored = Locked(false)
        let observation = store.observe { [weak store] event in
            guard event.name == .renewed, isRestored.withLock({ !$0 }), let store else { return }
            isRestored.withLock { $0 = true }
            try? store.restore(snapshot: snapshot)
        }
        let start = store.now
        #expect(throws: StoreError(.clockInterrupted, "")) { try store.advance(by: 3_000) }
        #expect(store.now == start)
        #expect(store.transactions(account: Shop.flora).count == 1)
        withExtendedLifetime(observation) {}
    }

    @Test("Who waits for a value is served before a thread that gives it back and at once takes it again")
    func fairness() {
        let value = FairLocked(0)
        let (stops, isGoing) = (Locked(false), DispatchSemaphore(value: 0))
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !stops.withLock({ $0 }) {
                value.withLock { count in
                    // Long enough for the other thread to come and wait.
                    for _ in 0..<20_000 { count &+= 1 }
                    count &-= 19_999
                }
                isGoing.signal()
            }
            done.signal()
        }
        isGoing.wait()
        var overtaken: [Int] = []
        for _ in 0..<51 {
            let before = value.withLock { $0 }
            overtaken.append(value.withLock { $0 } - before)
        }
        stops.withLock { $0 = true }
        done.wait()
        // Where one thread is held up by the machine others may pass; not where it waits for the value.
        #expect(overtaken.sorted()[25] <= 2, "\(overtaken)")
    }
}

#if os(Linux) || os(macOS)
    @Suite("Killing a store whose clock is on a long way", .tags(.slow), .serialized)
    struct LongAdvanceKillTests {
        @Test("The store is where one of the portions left it", arguments: [1, 127, 128, 129, 300, 900])
        func kill(after limit: Int) async throws {
            let scratch = try TemporaryFolder()
            defer { withExtendedLifetime(scratch) {} }
            let folder = scratch.file("store")
            try Shop.putKeys(in: folder)
            let path = folder.path
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, limit = limit as Int] in
                let store = try DoomedTraveller(folder: URL(fileURLWithPath: path)).open()
                let heard = Locked(0)
                let observation = store.observe { _ in
                    let count = heard.withLock { heard in
                        heard += 1
                        return heard
                    }
                    if count == limit { Foundation.kill(getpid(), SIGKILL) }
                }
                try store.advance(by: 2_400)
                withExtendedLifetime(observation) {}
            }
            let store = try DoomedTraveller(folder: folder).open()
            let count = store.transactions(account: Shop.flora).count - 1
            #expect(count >= limit)
            #expect(count.isMultiple(of: ClockJourney.portion))
            try store.advance(by: Double(2_400 - 2 * count))
            #expect(store.transactions(account: Shop.flora).count == 1_201)
        }
    }
#endif

/// A store in a folder in which one subscription renews every two seconds.
private struct DoomedTraveller {
    let folder: URL

    func open() throws -> LocalAppStore {
        let store = try LocalAppStore.open(
            folder: folder,
            configuration: try Shop.configuration(),
            app: Shop.app,
            start: Shop.date("2026-01-31T10:00:00Z"),
            seed: 3
        )
        guard store.accounts.isEmpty else { return store }
        try store.createAccount(id: Shop.flora)
        try store.updateSettings { $0.timeRate = .oneRenewalEveryTwoSeconds }
        try store.buy(productID: Shop.bouquet, account: Shop.flora)
        return store
    }
}
