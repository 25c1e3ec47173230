import AppStoreModels
import Foundation

/// Reads what was done to somebody.
struct AuditReader {
    let database: StorageDatabase

    /// The newest first.
    func entries(of customer: CustomerID, before number: Int64? = nil, limit: Int = .max) throws -> [AuditEntry] {
        let names = CustomerNames(database: database)
        guard let found = try names.find(customer) else { return [] }
        let numbers = CustomerNames.numbers(of: ":person")
        return try StorageRow.fetchAll(
            database,
            sql: """
                SELECT a.number, a.made_ms, a.kind, a.actor, f.name, t.name, a.environment, a.original_transaction_id,
                    a.reason
                FROM audit a LEFT JOIN customer_name f ON f.number = a.from_number
                    LEFT JOIN customer_name t ON t.number = a.to_number
                WHERE a.number IN (
                        SELECT number FROM audit WHERE from_number IN (\(numbers))
                        UNION SELECT number FROM audit WHERE to_number IN (\(numbers))
                    ) AND a.number < :before
                ORDER BY a.number DESC LIMIT :limit
                """,
            arguments: ["person": found.person, "before": number ?? .max, "limit": limit]
        ).map(entry)
    }

    private func entry(_ row: StorageRow) throws -> AuditEntry {
        guard let kind = AuditEntry.Kind(rawValue: try row.decode(atIndex: 2)) else {
            throw PurchaseServerError(.databaseDamaged, "a change of owner is of an unknown kind")
        }
        return AuditEntry(
            number: try row.decode(atIndex: 0),
            date: Date(millisecondsSince1970: try row.decode(atIndex: 1)),
            kind: kind,
            actor: try row.decode(atIndex: 3),
            from: try row.decode(String?.self, atIndex: 4).map(CustomerID.init(stored:)),
            to: try row.decode(String?.self, atIndex: 5).map(CustomerID.init(stored:)),
            environment: try row.decode(String?.self, atIndex: 6).map(AppStoreEnvironment.init(rawValue:)),
            originalTransactionID: try row.decode(atIndex: 7),
            reason: try row.decode(atIndex: 8)
        )
    }
}
