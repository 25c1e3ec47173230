import AppStoreModels

/// Of which products purchases are, so that the buyers of a product are found without a walk over all facts.
///
/// In a file the server writes it down. A trigger would read each fact as JSON, which takes longer than to store it, and would
/// add the rows in an order in which no two of them lie together. A database that many servers share keeps it by itself,
/// because a server of an earlier version, which may write at the same time, relies on that.
struct ChainProducts {
    /// The purchases of each product, in the order in which they were noted.
    private var chains: [String: [ChainKey]] = [:]

    /// Notes a fact that was not there before. The facts of a purchase are noted one after another.
    mutating func note(_ productID: String, of chain: ChainKey) {
        guard chains[productID]?.last != chain else { return }
        chains[productID, default: []].append(chain)
    }

    func save(in database: StorageDatabase) throws {
        guard !database.isShared else { return }
        let adding = try database.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO chain_product (product_id, original_transaction_id, environment) VALUES (?, ?, ?)
                """
        )
        for (productID, chains) in chains.sorted(by: { $0.key < $1.key }) {
            for chain in chains {
                try adding.execute(arguments: [productID, chain.originalTransactionID, chain.environment.rawValue])
            }
        }
    }
}
