import AppStoreModels
import Foundation

extension PurchaseDatabase {
    package func customers(matching query: CustomerQuery) async throws -> [CustomerSummary] {
        try await read { database in
            if let product = query.productID { return try ProductBuyers(database).page(of: product, query) }
            let rows =
                if let purchase = query.originalTransactionID {
                    try Self.owners(of: purchase, query, in: database)
                } else if let transaction = query.transactionID {
                    try Self.owners(ofTransaction: transaction, query, in: database)
                } else {
                    try Self.names(query, in: database)
                }
            return try rows.map { row in
                let found = try CustomerID(stored: row.decode(atIndex: 1))
                return CustomerSummary(
                    customer: try CustomerID(stored: row.decode(atIndex: 0)),
                    found: found,
                    createdDate: Date(millisecondsSince1970: try row.decode(atIndex: 2)),
                    position: found.value
                )
            }
        }
    }

    /// Walks along the index of names, so that a page takes the same time however many customers there are. Of several
    /// names of one customer that match the first stands for all.
    private static func names(_ query: CustomerQuery, in database: StorageDatabase) throws -> [StorageRow] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT coalesce(o.name, n.name), n.name, coalesce(o.since_ms, n.since_ms)
                FROM customer_name n LEFT JOIN customer_name o ON o.number = n.owner
                WHERE n.name >= :prefix AND n.name < :end AND n.name > :after
                    AND coalesce(o.is_known, n.is_known)
                    AND NOT (n.owner IS NOT NULL AND o.name >= :prefix AND o.name < n.name)
                    AND NOT EXISTS (SELECT 1 FROM customer_name m
                        WHERE m.owner = coalesce(n.owner, n.number) AND m.name >= :prefix AND m.name < n.name)
                ORDER BY n.name LIMIT :limit
                """,
            arguments: [
                "prefix": query.prefix, "end": query.prefix + "\u{10FFFF}", "after": query.after ?? "",
                "limit": query.limit,
            ]
        )
    }

    /// Whose purchase it is that has a transaction of this name.
    private static func owners(
        ofTransaction transaction: String,
        _ query: CustomerQuery,
        in database: StorageDatabase
    ) throws -> [StorageRow] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT DISTINCT n.name, n.name, n.since_ms FROM fact f
                JOIN customer_chain c ON c.original_transaction_id = f.original_transaction_id
                    AND c.environment = f.environment
                JOIN customer_name n ON n.name = c.customer
                WHERE f.transaction_id = ? AND n.name > ? AND n.name >= ? AND n.name < ?
                ORDER BY n.name LIMIT ?
                """,
            arguments: [
                transaction, query.after ?? "", query.prefix, query.prefix + "\u{10FFFF}", query.limit,
            ]
        )
    }

    private static func owners(of purchase: String, _ query: CustomerQuery, in database: StorageDatabase) throws
        -> [StorageRow]
    {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT DISTINCT n.name, n.name, n.since_ms FROM customer_chain c
                JOIN customer_name n ON n.name = c.customer
                WHERE c.original_transaction_id = ? AND n.name > ? AND n.name >= ? AND n.name < ?
                ORDER BY n.name LIMIT ?
                """,
            arguments: [
                purchase, query.after ?? "", query.prefix, query.prefix + "\u{10FFFF}", query.limit,
            ]
        )
    }
}
