import Foundation
import Locking

/// The transactions of one queue, in the order in which they came.
///
/// Finding one is a dictionary look-up, so that thousands of pending transactions cost no more each than one.
struct PaymentQueueState: Sendable {
    private var entries: [Int: Entry] = [:]
    private var byObject: [ObjectIdentifier: Int] = [:]
    private var byIdentifier: [String: Int] = [:]
    private var byPending: [String: Int] = [:]
    private var finishing: Set<String> = []
    private var next = 0
    /// Whether the store has another state than the one this queue knows.
    var isOutdated = false

    /// Who hears of what happens.
    var observers = ObserverList()
    var delegate: WeakReference<any SKPaymentQueueDelegate>?
    /// Whose queue it is, and where the observers are called, also after the device has gone.
    var device: WeakReference<LocalDevice>?
    var callbacks: CallbackQueue?

    /// A transaction, and what it is in the store.
    struct Entry: Sendable {
        let transaction: SKPaymentTransaction
        var identifier: String?
        var pending: String?
    }

    /// Everything in the queue, oldest first.
    var transactions: [SKPaymentTransaction] {
        entries.sorted { $0.key < $1.key }.map(\.value.transaction)
    }

    /// What an observer that comes anew has to hear of: everything but what is still being bought.
    var deliverable: [SKPaymentTransaction] {
        transactions.filter { $0.transactionState != .purchasing }
    }

    /// Takes in a transaction that is being bought.
    mutating func insert(_ transaction: SKPaymentTransaction) {
        insert(Entry(transaction: transaction))
    }

    /// Remembers which purchase of the store a transaction is, so that it is not taken in a second time.
    mutating func identify(_ transaction: SKPaymentTransaction, as identifier: String) {
        guard let key = byObject[ObjectIdentifier(transaction)] else { return }
        if let pending = entries[key]?.pending { byPending[pending] = nil }
        entries[key]?.pending = nil
        entries[key]?.identifier = identifier
        byIdentifier[identifier] = key
    }

    /// Remembers what a transaction waits for.
    mutating func postpone(_ transaction: SKPaymentTransaction, until pending: String) {
        guard let key = byObject[ObjectIdentifier(transaction)] else { return }
        entries[key]?.pending = pending
        byPending[pending] = key
    }

    /// What the transactions wait for that wait for something.
    var pending: [String] { byPending.keys.sorted() }

    /// The transaction that waits for `pending`.
    func transaction(pending: String) -> SKPaymentTransaction? {
        byPending[pending].flatMap { entries[$0]?.transaction }
    }

    /// Whether a transaction is in the queue.
    func has(_ transaction: SKPaymentTransaction) -> Bool { byObject[ObjectIdentifier(transaction)] != nil }

    /// Whether the queue has, or has just had, a purchase of the store.
    func knows(_ identifier: String) -> Bool { byIdentifier[identifier] != nil || finishing.contains(identifier) }

    /// Takes in what the store has unfinished and this queue does not know; returns what was new.
    mutating func adopt(_ purchases: [SessionTransaction]) -> [SKPaymentTransaction] {
        purchases.compactMap { purchase in
            guard !knows(purchase.identifier) else { return nil }
            let transaction = SKPaymentTransaction(purchase)
            insert(Entry(transaction: transaction, identifier: purchase.identifier))
            return transaction
        }
    }

    /// Takes in a second transaction of a purchase.
    mutating func duplicate(_ purchase: SessionTransaction) -> SKPaymentTransaction {
        let transaction = SKPaymentTransaction(purchase)
        insert(Entry(transaction: transaction, identifier: purchase.identifier))
        return transaction
    }

    /// Takes a transaction out. Nil if it was not in the queue.
    mutating func remove(_ transaction: SKPaymentTransaction) -> Removal? {
        guard let key = byObject.removeValue(forKey: ObjectIdentifier(transaction)),
            let entry = entries.removeValue(forKey: key)
        else { return nil }
        if let pending = entry.pending { byPending[pending] = nil }
        guard let identifier = entry.identifier else { return Removal(identifier: nil) }
        // A purchase that was delivered again under the same identifier may have a newer entry.
        if byIdentifier[identifier] == key { byIdentifier[identifier] = nil }
        finishing.insert(identifier)
        return Removal(identifier: identifier)
    }

    /// Takes out what the store has no more; returns it, oldest first.
    mutating func drop(_ isGone: (Entry) -> Bool) -> [SKPaymentTransaction] {
        entries.filter { isGone($0.value) }.sorted { $0.key < $1.key }.map { key, entry in
            entries[key] = nil
            byObject[ObjectIdentifier(entry.transaction)] = nil
            entry.pending.map { byPending[$0] = nil }
            entry.identifier.map { byIdentifier[$0] = nil }
            return entry.transaction
        }
    }

    /// The store has heard that the purchase is finished.
    mutating func finished(_ identifier: String) {
        finishing.remove(identifier)
    }

    private mutating func insert(_ entry: Entry) {
        entries[next] = entry
        byObject[ObjectIdentifier(entry.transaction)] = next
        if let identifier = entry.identifier { byIdentifier[identifier] = next }
        next += 1
    }

    /// What is left to do after a transaction has left the queue.
    struct Removal: Sendable {
        /// The purchase that the store has to hear of; nil if it knows none.
        let identifier: String?
    }
}
