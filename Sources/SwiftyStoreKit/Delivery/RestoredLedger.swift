import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// What was restored and is not finished, kept across launches.
///
/// What was bought and is not finished both interfaces of Apple have. What was restored only the queue of StoreKit 1 has:
/// StoreKit 2 knows no restored transactions, and does not see those of StoreKit 1. This record closes the gap, so that a
/// restore that was cut off goes on at the next launch, whichever interface that one is on.
final class RestoredLedger: Sendable {
    static let key = "restored-transactions"
    private static let limit = 2_000
    /// A longer list is written less often; what is not written is delivered again after a change of the interface.
    private static let step = 100

    private let storage: any KeyValueStorage
    private let onProblem: @Sendable (any Error) -> Void
    private let state = Locked(State())
    private let writer = SingleWriter()

    private struct State: Sendable {
        /// Nil until they were read.
        var entries: [Entry]?
    }

    /// One restored transaction.
    struct Entry: Codable, Sendable, Hashable {
        /// On which interface the restore ran.
        let storeKit: StoreKitChoice
        /// The purchase that was restored.
        let original: String
        /// What tells this restored transaction from others, of the same purchase too.
        let delivery: String
        /// It was finished on the other interface: the queue of StoreKit 1 has yet to hear of that.
        var isSettled = false
    }

    init(storage: any KeyValueStorage, onProblem: @escaping @Sendable (any Error) -> Void) {
        self.storage = storage
        self.onProblem = onProblem
    }

    /// What a launch on an interface has to look for in StoreKit 2, because no queue will bring it.
    func lost(on storeKit: StoreKitChoice) -> [Entry] {
        all.filter { !$0.isSettled && (storeKit == .storeKit2 || $0.storeKit == .storeKit2) }
    }

    /// Whether a transaction of the queue of StoreKit 1 was finished on StoreKit 2.
    func isSettled(_ transaction: SKPaymentTransaction) -> Bool {
        guard transaction.transactionState == .restored else { return false }
        return all.contains { $0.isSettled && $0.delivery == transaction.deliveryIdentifier }
    }

    /// The queue shows these transactions.
    func opened(_ transactions: [SKPaymentTransaction]) {
        let restored = transactions.filter { $0.transactionState == .restored }.compactMap(Entry.init)
        guard !restored.isEmpty else { return }
        change(always: true) { entries in
            let known = Set(entries.map(\.delivery))
            entries += restored.filter { !known.contains($0.delivery) }
            entries.removeFirst(max(0, entries.count - Self.limit))
        }
    }

    /// These transactions were finished, or have left the queue in another way.
    func closed(_ transactions: [SKPaymentTransaction]) {
        let left = transactions.filter { $0.transactionState == .restored }
        guard !left.isEmpty else { return }
        let modern = Set(left.filter { $0 is StoreKit2Transaction }.compactMap(\.deliveryIdentifier))
        let classic = Set(left.filter { !($0 is StoreKit2Transaction) }.compactMap(\.deliveryIdentifier))
        change(always: false) { entries in
            entries.removeAll { entry in
                classic.contains(entry.delivery) || (modern.contains(entry.delivery) && entry.storeKit == .storeKit2)
            }
            for index in entries.indices where modern.contains(entries[index].delivery) {
                entries[index].isSettled = true
            }
        }
    }

    /// Forgets what the store does not have any more.
    func forget(_ gone: [Entry]) {
        guard !gone.isEmpty else { return }
        let gone = Set(gone.map(\.delivery))
        change(always: true) { entries in entries.removeAll { gone.contains($0.delivery) } }
    }

    private var all: [Entry] {
        if let known = state.withLock({ $0.entries }) { return known }
        // What cannot be read is as good as nothing: the customer restores once more.
        let data = (try? storage.data(forKey: Self.key)) ?? nil
        let read = data.flatMap { try? JSONDecoder().decode([Entry].self, from: $0) } ?? []
        return state.withLock { state in
            if state.entries == nil { state.entries = read }
            return state.entries ?? read
        }
    }

    private func change(always: Bool, _ body: (inout [Entry]) -> Void) {
        _ = all
        let changed: [Entry]? = state.withLock { state in
            let before = state.entries ?? []
            var after = before
            body(&after)
            state.entries = after
            return after == before ? nil : after
        }
        guard let changed else { return }
        guard always || changed.count <= Self.step || changed.count.isMultiple(of: Self.step) else { return }
        write()
    }

    /// Writes the newest list.
    private func write() {
        writer.write {
            let newest = all
            do {
                try storage.set(newest.isEmpty ? nil : JSONEncoder().encode(newest), forKey: Self.key)
            } catch {
                onProblem(error)
            }
        }
    }
}

extension RestoredLedger.Entry {
    fileprivate init?(_ transaction: SKPaymentTransaction) {
        guard let identifier = transaction.transactionIdentifier, let delivery = transaction.deliveryIdentifier else {
            return nil
        }
        self.init(
            storeKit: transaction is StoreKit2Transaction ? .storeKit2 : .storeKit1,
            original: transaction.original?.transactionIdentifier ?? identifier,
            delivery: delivery
        )
    }
}

extension SKPaymentTransaction {
    /// What tells deliveries apart, across launches: the store's identifier, except for what StoreKit 2 gives back, which
    /// has the identifier of the purchase and yet is to be delivered anew.
    var deliveryIdentifier: String? {
        (self as? StoreKit2Transaction)?.restoredDelivery ?? transactionIdentifier
    }
}
