import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import StoreConfiguration
import Testing

@Suite("Snapshots of the store's state")
struct SnapshotTests {
    private func busyEngine(_ seed: Int, commands: Int = 300) throws -> StoreEngine {
        var engine = try OfferShop.engine(seed: UInt64(seed))
        var purchases = RandomPurchases(seed: UInt64(seed))
        for _ in 0..<commands { _ = try? engine.handle(purchases.command(for: engine)) }
        return engine
    }

    @Test("An engine made of a snapshot knows the same and goes on alike", arguments: 1...10)
    func roundTrip(seed: Int) throws {
        var engine = try busyEngine(seed)
        var copy = try StoreEngine(snapshot: engine.snapshot(), configuration: OfferShop.configuration())
        #expect(copy == engine)
        var purchases = RandomPurchases(seed: UInt64(seed) + 1_000)
        for _ in 0..<100 {
            let command = purchases.command(for: engine)
            let events = try? engine.handle(command)
            let same = try? copy.handle(command)
            #expect(events == same)
        }
        #expect(copy == engine)
    }

    @Test("An empty store has a snapshot too")
    func empty() throws {
        let engine = try busyEngine(1, commands: 0)
        #expect(try StoreEngine(snapshot: engine.snapshot(), configuration: OfferShop.configuration()) == engine)
    }

    @Test("A copy of the engine is a snapshot: it stays as it is")
    func value() throws {
        var engine = try Shop.engine()
        _ = try engine.buy(Shop.posy)
        let copy = engine
        let bytes = try engine.snapshot()
        try engine.advance(to: "2027-01-01T00:00:00Z")
        #expect(copy.eventCount < engine.eventCount)
        #expect(try copy.snapshot() == bytes)
    }

    @Test("A snapshot that was cut off or changed anywhere is refused with a typed error")
    func damaged() throws {
        let bytes = try busyEngine(3, commands: 60).snapshot()
        let configuration = try OfferShop.configuration()
        for length in stride(from: 0, to: bytes.count, by: 97) {
            #expect(throws: StoreError(.snapshotDamaged, ""), "\(length) bytes") {
                try StoreEngine(snapshot: bytes.prefix(length), configuration: configuration)
            }
        }
        for position in stride(from: 0, to: bytes.count, by: 89) {
            var changed = bytes
            changed[position] ^= 0x20
            #expect(throws: StoreError(.snapshotDamaged, ""), "byte \(position)") {
                try StoreEngine(snapshot: changed, configuration: configuration)
            }
        }
    }

    @Test("A snapshot without a member is refused: every snapshot has them all, also where there is nothing to tell")
    func incomplete() throws {
        let forgeries = try ForgedSnapshot(busyEngine(2, commands: 0)).withoutMembers()
        #expect(Set(forgeries.map(\.what)).isSuperset(of: ["eventCount", "purchaseIntents", "purchaseIntentOffers"]))
        let configuration = try OfferShop.configuration()
        for (member, bytes) in forgeries {
            #expect(throws: StoreError(.snapshotDamaged, ""), "\(member)") {
                try StoreEngine(snapshot: bytes, configuration: configuration)
            }
        }
    }

    @Test("A store takes the state of a snapshot, numbers its events on, and tells its observers")
    func restoring() throws {
        let store = try Shop.store()
        try store.buy(productID: Shop.posy, account: Shop.flora)
        let before = store.engine
        let snapshot = try store.snapshot()
        try store.advance(by: 90 * 86_400)
        try store.createAccount(id: "fern")
        let count = store.eventCount
        let heard = Locked<[StoreEvent.Name]>([])
        let observation = store.observe { event in heard.withLock { $0.append(event.name) } }
        try store.restore(snapshot: snapshot)
        #expect(heard.withLock { $0 } == [.stateRestored])
        observation.cancel()
        #expect(store.eventCount == count + 1)
        #expect(store.now == before.now)
        #expect(store.accounts == before.accounts)
        #expect(store.subscriptions == before.subscriptions)
        #expect(store.transactions(account: Shop.flora) == before.transactions(account: Shop.flora))
        // It goes on: what was due is due again.
        try store.advance(by: 10 * 86_400)
        #expect(store.transactions(account: Shop.flora).count == 2)
    }

    @Test("A snapshot that is refused changes nothing")
    func refused() throws {
        let store = try Shop.store()
        let engine = store.engine
        #expect(throws: StoreError(.snapshotDamaged, "")) { try store.restore(snapshot: Data("no".utf8)) }
        let other = StoreEngine(
            configuration: try Shop.configuration(),
            app: StoreApp(bundleID: "com.example.other"),
            start: Shop.date("2026-01-01T00:00:00Z"),
            seed: 1
        )
        #expect(throws: StoreError(.snapshotOfAnotherApp, "")) { try store.restore(snapshot: other.snapshot()) }
        #expect(store.engine == engine)
    }
}
