import OrderedCollections

/// All transactions in the order they were made, found by identifier and by account.
struct TransactionLedger: Sendable, Hashable {
    private var transactions: OrderedDictionary<String, StoreTransaction> = [:]
    private var idsByAccount: [String: OrderedSet<String>] = [:]

    subscript(id: String) -> StoreTransaction? { transactions[id] }

    var all: some Collection<StoreTransaction> { transactions.values }

    /// One account's transactions in the order they were made.
    func transactions(of account: String) -> some Sequence<StoreTransaction> {
        (idsByAccount[account] ?? []).lazy.compactMap { transactions[$0] }
    }

    /// Adds a transaction or replaces its older version.
    mutating func put(_ transaction: StoreTransaction) {
        if transactions.updateValue(transaction, forKey: transaction.transactionID) == nil {
            idsByAccount[transaction.accountID, default: []].append(transaction.transactionID)
        }
    }

    mutating func remove(_ ids: Set<String>) {
        for id in ids {
            guard let transaction = transactions[id] else { continue }
            idsByAccount[transaction.accountID]?.remove(id)
        }
        transactions.removeAll { ids.contains($0.key) }
    }
}
