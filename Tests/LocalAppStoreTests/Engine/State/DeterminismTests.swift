import AppStoreModels
import Crypto
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

@Suite("Determinism, replay and invariants under random commands")
struct DeterminismTests {
    private func run(_ seed: UInt64, commands: Int) throws -> (StoreEngine, [StoreEvent]) {
        var engine = try OfferShop.engine(seed: seed)
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

    /// What changes here is a change of the rules, or of what is written down: say so to those who have logs.
    @Test(
        "The events are, byte for byte, those of the version before",
        arguments: zip(1...3, ["644c33d1a8d9b210", "77f8d3bcd05bce93", "c9a259855c44f575"])
    )
    func golden(_ seed: Int, digest: String) throws {
        var (engine, events) = try run(UInt64(seed), commands: 400)
        try engine.advance(to: engine.now.addingTimeInterval(7 * 86_400))
        events += engine.takeEvents()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let hash = SHA256.hash(data: try encoder.encode(events)).prefix(8).map { String(format: "%02x", $0) }.joined()
        #expect(hash == digest, "seed \(seed): \(events.count) events")
    }

    @Test("Replaying the events gives the same state, at the end and in between", arguments: 1...10)
    func replay(_ seed: Int) throws {
        let (engine, events) = try run(UInt64(seed), commands: 300)
        var replayed = try OfferShop.engine(seed: UInt64(seed))
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
                #expect((subscription.isLive && subscription.sharing == nil) == (subscription.nextDueDate != nil))
                #expect(!(subscription.hasAccess && subscription.status == .expired))
            }
            checkShares(of: account, engine, seed)
        }
        let dueDates =
            engine.subscriptions.compactMap(\.nextDueDate)
            + engine.refundRequests.filter(\.isOpen).map(\.deadline)
        #expect(engine.nextDueDate == dueDates.min(), "seed \(seed)")
        checkPeriods(events, seed)
    }

    /// A period follows the one before without gap or overlap, and none begins without a transaction of its own.
    private func checkPeriods(_ events: [StoreEvent], _ seed: Int) {
        var known: [String: StoreSubscription] = [:]
        for event in events {
            for id in event.deletedTransactionIDs { known[id] = nil }
            guard let now = event.subscription else { continue }
            let old = known.updateValue(now, forKey: now.originalTransactionID)
            guard old?.latestTransactionID != now.latestTransactionID, let transaction = event.transaction else {
                continue
            }
            let what = "seed \(seed), event \(event.sequence), \(event.name)"
            #expect(transaction.transactionID == now.latestTransactionID, "\(what)")
            #expect(transaction.expiresDate == now.expiresDate, "\(what)")
            #expect(transaction.purchaseDate < now.expiresDate, "\(what)")
            guard let old, now.sharing == nil else { continue }
            switch event.name {
            case .renewed: #expect(transaction.purchaseDate == old.expiresDate, "\(what)")
            case .billingRecovered: #expect(transaction.purchaseDate >= old.expiresDate, "\(what)")
            case .upgraded:
                #expect((transaction.proratedRefund ?? event.transactions[1].proratedRefund) != nil, "\(what)")
            case .deleted: #expect(transaction.purchaseDate <= old.expiresDate, "\(what)")
            default: #expect(!old.isLive, "\(what)")
            }
        }
    }

    /// A family member owns only what someone of the family shares now, and at most one bought subscription of a group.
    private func checkShares(of account: StoreAccount, _ engine: StoreEngine, _ seed: Int) {
        let relatives = engine.families.first { $0.memberIDs.contains(account.id) }?.memberIDs ?? []
        for transaction in engine.transactions(account: account.id) where transaction.ownership == .familyShared {
            #expect(transaction.price.amount == 0)
            guard transaction.productType == .nonConsumable, transaction.revocationDate == nil else { continue }
            let original = transaction.sharedTransactionID.flatMap { try? engine.transaction($0) }
            #expect(original?.revocationDate == nil && original != nil, "seed \(seed)")
            #expect(relatives.contains(original?.accountID ?? ""), "seed \(seed)")
        }
        for share in engine.subscriptions(account: account.id) where share.sharing != nil && share.isLive {
            let original = (share.sharing?.originalTransactionID).flatMap { try? engine.subscription($0) }
            #expect(original?.status == share.status, "seed \(seed)")
            #expect(original?.expiresDate == share.expiresDate, "seed \(seed)")
            #expect(relatives.contains(original?.accountID ?? ""), "seed \(seed)")
        }
        let bought = engine.subscriptions(account: account.id).filter { $0.isLive && $0.sharing == nil }
        #expect(Set(bought.map(\.groupID)).count == bought.count, "seed \(seed)")
    }
}
