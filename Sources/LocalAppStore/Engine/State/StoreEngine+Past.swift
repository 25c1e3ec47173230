import Foundation

extension StoreEngine {
    /// Remembers what the event under way replaces; nothing if nobody may ask for it.
    mutating func rememberWhatIsReplaced(_ transactions: [StoreTransaction], _ subscription: StoreSubscription?) {
        guard past != nil else { return }
        for transaction in transactions {
            let id = transaction.transactionID
            past?.remember(.transaction(id, ledger[id]), of: transaction.accountID, replacedBy: eventCount)
        }
        guard let subscription else { return }
        let id = subscription.originalTransactionID
        past?.remember(.subscription(id, chains[id]), of: subscription.accountID, replacedBy: eventCount)
    }

    /// Remembers what is deleted.
    mutating func rememberWhatIsDeleted(_ transactionIDs: Set<String>) {
        guard past != nil else { return }
        for id in transactionIDs {
            guard let transaction = ledger[id] else { continue }
            past?.remember(.transaction(id, transaction), of: transaction.accountID, replacedBy: eventCount)
            guard let chain = chains[id] else { continue }
            past?.remember(.subscription(id, chain), of: chain.accountID, replacedBy: eventCount)
        }
    }

    /// The transactions, without restored copies, and subscriptions that an account had after an event, whatever happened
    /// since; nil if that is forgotten.
    func records(
        of account: String,
        asOf sequence: Int
    ) -> (transactions: [StoreTransaction], subscriptions: [StoreSubscription])? {
        guard let replaced = past?.replaced(of: account, after: sequence) else { return nil }
        let (transactions, subscriptions) = (transactions(account: account), subscriptions(account: account))
        guard !replaced.isEmpty else { return (transactions, subscriptions) }
        var transactionsByID = Dictionary(transactions.map { ($0.transactionID, $0) }) { first, _ in first }
        var chainsByID = Dictionary(subscriptions.map { ($0.originalTransactionID, $0) }) { first, _ in first }
        for replaced in replaced {
            switch replaced.record {
            case .transaction(let id, let old): transactionsByID[id] = old
            case .subscription(let id, let old): chainsByID[id] = old
            }
        }
        return (
            Self.inOrder(transactions.map(\.transactionID), transactionsByID).filter { !$0.isRestored },
            Self.inOrder(subscriptions.map(\.originalTransactionID), chainsByID)
        )
    }

    /// What there was in the order in which it came; identifiers are counted up, so that what was deleted since has its place.
    private static func inOrder<Record>(_ known: [String], _ records: [String: Record]) -> [Record] {
        var identifiers = known.filter { records[$0] != nil }
        let deleted = Set(records.keys).subtracting(identifiers)
        if !deleted.isEmpty {
            identifiers = (identifiers + deleted).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        }
        return identifiers.compactMap { records[$0] }
    }
}
