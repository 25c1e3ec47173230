import Foundation
import Locking
import Testing

@testable import SwiftyStoreKit

/// What time it is in a store that says so in its own time.
@Suite("The time of a store") struct StoreTimeTests {
    /// A store that answers when the test says so.
    private final class Store: Sendable {
        private let waiting = Locked([StoreTime.Hearing]())

        var asked: Int { waiting.withLock { $0.count } }

        func time() -> StoreTime {
            StoreTime { hear in self.waiting.withLock { $0.append(hear) } }
        }

        func answer(_ date: Date?) {
            let all = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for hear in all { hear(date) }
        }
    }

    private static let first = Date(timeIntervalSince1970: 1_000)
    private static let second = Date(timeIntervalSince1970: 2_000)

    @Test func `Nobody waits: what was heard last is said, and asked for anew, once at a time`() {
        let store = Store()
        let time = store.time()
        #expect(time.heard == nil)
        #expect(time.heard == nil)
        #expect(store.asked == 1)
        store.answer(Self.first)
        #expect(time.heard == Self.first)
        #expect(store.asked == 1)
        store.answer(nil)
        #expect(time.heard == Self.first)
        store.answer(Self.second)
        #expect(time.heard == Self.second)
    }

    @Test func `A store in this process has answered at once`() {
        let date = Locked(Self.first)
        let time = StoreTime { hear in hear(date.withLock { $0 }) }
        #expect(time.heard == Self.first)
        date.withLock { $0 = Self.second }
        #expect(time.heard == Self.second)
    }

    @Test func `Who waits without a thread gets the answer, or the last one`() async {
        let answers = Locked([Self.first, nil])
        let time = StoreTime { hear in hear(answers.withLock { $0.removeFirst() }) }
        #expect(await time.asked() == Self.first)
        #expect(await time.asked() == Self.first)
    }

    @Test func `A clock of a store knows nothing until the store has said something, or something was kept`() {
        let (store, storage) = (Store(), MemoryStorage())
        let clock = TrustedClock(storage: storage, time: store.time())
        #expect(clock.known == nil)
        #expect(clock.now == .distantPast)
        #expect(!clock.isSetBack)
        store.answer(Self.second)
        #expect(clock.known == Self.second)
        store.answer(Self.first)
        #expect(clock.now == Self.second)
        #expect(clock.isSetBack)
        let next = TrustedClock(storage: storage, time: Store().time())
        #expect(next.known == Self.second)
    }
}
