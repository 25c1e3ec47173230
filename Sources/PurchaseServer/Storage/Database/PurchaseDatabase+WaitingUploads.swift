import AppStoreModels
import Entitlements
package import Foundation
import Logging

/// What waits for an answer of the App Store.
extension PurchaseDatabase {
    package func pendingUploads(dueAt date: Date, limit: Int) async throws -> [StoredUpload] {
        try await pendingUploads(dueAt: date, limit: limit, askedOf: nil)
    }

    /// - Parameter store: Only those that say they are of this App Store; nil for all.
    func pendingUploads(dueAt date: Date, limit: Int, askedOf store: AskedAppStore?) async throws -> [StoredUpload] {
        let now = date.millisecondsSince1970
        return try await read { [logger] database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT \(Self.uploadColumns) FROM upload
                    WHERE status = 'pending' AND (due_ms <= ? OR due_ms > ?)
                    AND \(AskedAppStore.condition(store, on: "stated_environment"))
                    ORDER BY due_ms, id LIMIT ?
                    """,
                arguments: [now, Self.latestMoment(at: date), limit]
            ).compactMap { Self.readableUpload($0, logger) }
        }
    }

    /// What ``readableUpload(_:_:)`` reads.
    static let uploadColumns = """
        id, customer, receipt, received_ms, failed_attempts, is_signature_checked, stated_environment, demands
        """

    /// One damaged row must not keep all other uploads waiting; it stays where it is, and in the log.
    static func readableUpload(_ row: StorageRow, _ logger: Logger) -> StoredUpload? {
        do { return try upload(row) } catch {
            logger.critical("a stored upload cannot be read", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private static func upload(_ row: StorageRow) throws -> StoredUpload {
        StoredUpload(
            id: try row.decode(forColumn: "id"),
            upload: ReceiptUpload(
                customer: try CustomerID(stored: row.decode(forColumn: "customer")),
                receipt: try row.decode(forColumn: "receipt"),
                receivedAt: Date(millisecondsSince1970: try row.decode(forColumn: "received_ms")),
                isSignatureChecked: try row.decode(forColumn: "is_signature_checked"),
                store: AskedAppStore(AppStoreEnvironment(rawValue: try row.decode(forColumn: "stated_environment"))),
                demands: try UploadDemands(stored: row.decode(forColumn: "demands"))
            ),
            status: .pending,
            failedAttempts: try row.decode(forColumn: "failed_attempts")
        )
    }

    package func pendingUploadCount(of customer: CustomerID) async throws -> Int {
        try await read { try Self.pendingUploadCount(of: customer, in: $0) }
    }

    /// Uploads stay under the name under which they came, which may be an alias now.
    static func pendingUploadCount(of customer: CustomerID, in database: StorageDatabase) throws -> Int {
        try Int.fetchOne(
            database.cachedStatement(
                sql: """
                    WITH person AS (SELECT coalesce(owner, number) AS number FROM customer_name WHERE name = ?1)
                    SELECT count(*) FROM upload WHERE status = 'pending' AND customer IN (
                        SELECT ?1 UNION SELECT name FROM customer_name WHERE number IN (SELECT number FROM person)
                        UNION SELECT name FROM customer_name WHERE owner IN (SELECT number FROM person))
                    """
            ),
            arguments: [customer.value]
        ) ?? 0
    }
}
