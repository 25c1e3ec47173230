import AppStoreModels
import Entitlements
public import Foundation
import GRDB

extension SQLiteStorage {
    public func record(
        _ verification: Verification,
        of receipt: LatestReceipt,
        schedule: @escaping Schedule
    ) async throws {
        try await pool.write { database in
            // A subscription that the person began since belongs to whoever the receipt belongs to.
            let owners = try Self.customers(ofReceipt: receipt.id, in: database)
            try Self.save(verification.facts, ownedBy: owners, at: verification.verifiedAt, in: database)
            // A chain of the old receipt that the answer is silent about must not stay due for ever.
            try database.execute(
                sql: "UPDATE chain SET next_check_ms = NULL, failed_checks = 0 WHERE latest_receipt_id = ?",
                arguments: [receipt.id]
            )
            try Self.save(latestReceiptOf: verification, in: database)
            try Self.reschedule(verification.facts, schedule, in: database)
        }
    }

    public func postpone(receiptID: Int64, until date: Date) async throws {
        try await pool.write { database in
            try database.execute(
                sql: """
                    UPDATE chain SET next_check_ms = ?, failed_checks = failed_checks + 1
                    WHERE latest_receipt_id = ? AND next_check_ms < ?
                    """,
                arguments: [date.millisecondsSince1970, receiptID, date.millisecondsSince1970]
            )
        }
    }

    public func latestReceipts(dueAt date: Date, limit: Int) async throws -> [LatestReceipt] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT r.id, r.receipt, r.environment, r.bundle_id, max(c.failed_checks) AS failed
                    FROM chain c JOIN latest_receipt r ON r.id = c.latest_receipt_id
                    WHERE c.next_check_ms <= ? GROUP BY r.id ORDER BY min(c.next_check_ms), r.id LIMIT ?
                    """,
                arguments: [date.millisecondsSince1970, limit]
            ).map { row in
                LatestReceipt(
                    id: row["id"],
                    receipt: row["receipt"],
                    environment: AppStoreEnvironment(rawValue: row["environment"]),
                    bundleID: row["bundle_id"],
                    failedChecks: row["failed"]
                )
            }
        }
    }

    /// Keeps the receipt that asks best about the subscriptions of an answer, and forgets those that it replaces.
    static func save(latestReceiptOf verification: Verification, in database: Database) throws {
        guard let receipt = verification.latestReceipt else { return }
        let digest = digest(receipt)
        try database.execute(
            sql: """
                INSERT INTO latest_receipt (environment, bundle_id, digest, receipt) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [verification.environment.rawValue, verification.bundleID, digest, receipt]
        )
        let identifier = try Int64.fetchOne(
            database,
            sql: "SELECT id FROM latest_receipt WHERE digest = ?",
            arguments: [digest]
        )
        var replaced: Set<Int64> = []
        for chain in verification.facts.subscriptionChains {
            let known = try Int64.fetchOne(
                database,
                sql: "SELECT latest_receipt_id FROM chain WHERE environment = ? AND original_transaction_id = ?",
                arguments: [chain.environment.rawValue, chain.originalTransactionID]
            )
            if let known, known != identifier { replaced.insert(known) }
            try database.execute(
                sql: """
                    UPDATE chain SET latest_receipt_id = ?, failed_checks = 0
                    WHERE environment = ? AND original_transaction_id = ?
                    """,
                arguments: [identifier, chain.environment.rawValue, chain.originalTransactionID]
            )
        }
        // Only those: to look for receipts without a chain among all would take longer with every customer.
        for receipt in replaced {
            try database.execute(
                sql: """
                    DELETE FROM latest_receipt
                    WHERE id = ? AND NOT EXISTS (SELECT 1 FROM chain WHERE latest_receipt_id = latest_receipt.id)
                    """,
                arguments: [receipt]
            )
        }
    }

    private static func customers(ofReceipt identifier: Int64, in database: Database) throws -> [CustomerID] {
        try String.fetchAll(
            database,
            sql: """
                SELECT DISTINCT o.customer FROM chain c JOIN customer_chain o
                    ON o.environment = c.environment AND o.original_transaction_id = c.original_transaction_id
                WHERE c.latest_receipt_id = ?
                """,
            arguments: [identifier]
        ).compactMap { CustomerID($0) }
    }
}
