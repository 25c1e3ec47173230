import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Determinism, replay and invariants under random commands")
struct DeterminismTests {
    private func run(_ seed: UInt64, commands: Int) throws -> (StoreEngine, [StoreEvent]) {
        var engine = StoreEngine(
            configuration: try Shop.configuration(),
            app: Shop.app,
            start: Shop.date("2026-01-30T23:59:59Z"),
            seed: seed
        )
        var purchases = RandomPurchases(seed: seed)
        var events: [StoreEvent] = []
        for _ in 0..<commands {
            let command = purchases.command(for: engine)
            let before = engine
            do {
                events += try engine.handle(command)
            } catch {
                #expect(engine == before, "seed \(seed): \(command) threw and changed something")
            }
        }
        return (engine, events)
    }

    @Test("The same commands from the same seed give the same state and the same events", arguments: 1...10)
    func sameSeed(_ seed: Int) throws {
        let (first, firstEvents) = try run(UInt64(seed), commands: 300)
        let (second, secondEvents) = try run(UInt64(seed), commands: 300)
        #expect(first == second)
        #expect(firstEvents == secondEvents)
    }

    @Test("Replaying the events gives the same state, at the end and in between", arguments: 1...10)
    func replay(_ seed: Int) throws {
        let (engine, events) = try run(UInt64(seed), commands: 300)
        var replayed = StoreEngine(
            configuration: try Shop.configuration(),
            app: Shop.app,
            start: Shop.date("2026-01-30T23:59:59Z"),
            seed: UInt64(seed)
        )
        for event in events { replayed.replay(event) }
        #expect(replayed == engine, "seed \(seed)")
        // Both go on alike: what is due is known again too.
        var original = engine
        let isSlow = engine.settings.timeRate == .realTime
        let later = engine.now.addingTimeInterval(isSlow ? 400 * 86_400 : 3_600)
        try original.advance(to: later)
        try replayed.advance(to: later)
        #expect(replayed == original, "seed \(seed)")
    }

    @Test("Whatever happens, the books are in order", arguments: 1...20)
    func invariants(_ seed: Int) throws {
        let (engine, events) = try run(UInt64(seed), commands: 400)
        #expect(events.map(\.sequence) == Array(1...events.count))
        #expect(events.map(\.date) == events.map(\.date).sorted(), "seed \(seed): time ran backwards")
        for account in engine.accounts {
            let transactions = engine.transactions(account: account.id)
            #expect(Set(transactions.map(\.transactionID)).count == transactions.count)
            #expect(transactions.allSatisfy { $0.purchaseDate <= engine.now })
            for subscription in engine.subscriptions(account: account.id) {
                #expect(subscription.nextDueDate.map { $0 > engine.now } ?? true, "seed \(seed): overdue")
                #expect(subscription.isLive == (subscription.nextDueDate != nil))
                #expect(!(subscription.hasAccess && subscription.status == .expired))
            }
        }
    }
}
