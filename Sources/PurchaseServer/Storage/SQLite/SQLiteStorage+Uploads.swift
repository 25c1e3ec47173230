import AppStoreModels
import Entitlements
public import Foundation
import GRDB

extension SQLiteStorage {
    public func save(_ upload: ReceiptUpload, retryAt: Date) async throws -> StoredUpload {
        let digest = Self.digest(upload.receipt)
        return try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO upload (customer, digest, receipt, received_ms, status, due_ms)
                    VALUES (?, ?, ?, ?, 'pending', ?)
                    ON CONFLICT (customer, digest) DO UPDATE SET status = 'pending', code = NULL, resolved_ms = NULL,
                        received_ms = excluded.received_ms, due_ms = excluded.due_ms, failed_attempts = 0
                    WHERE status = 'rejected'
                    """,
                arguments: [
                    upload.customer.value, digest, upload.receipt, upload.receivedAt.millisecondsSince1970,
                    retryAt.millisecondsSince1970,
                ]
            )
            let row = try Row.fetchOne(
                database,
                sql: "SELECT id, status, failed_attempts FROM upload WHERE customer = ? AND digest = ?",
                arguments: [upload.customer.value, digest]
            )
            guard let row else { throw PurchaseServerError(.databaseFailed, "an upload vanished while it was saved") }
            return StoredUpload(
                id: row["id"],
                upload: upload,
                status: StoredUpload.Status(rawValue: row["status"]) ?? .pending,
                failedAttempts: row["failed_attempts"]
            )
        }
    }

    public func resolve(
        uploadID: Int64,
        with verification: Verification,
        schedule: @escaping Schedule
    ) async throws {
        try await pool.write { database in
            guard let customer = try Self.customer(ofUpload: uploadID, in: database) else { return }
            try Self.save(verification.facts, ownedBy: [customer], at: verification.verifiedAt, in: database)
            try Self.save(latestReceiptOf: verification, in: database)
            try Self.reschedule(verification.facts, schedule, in: database)
            try database.execute(
                sql: "UPDATE upload SET status = 'verified', code = NULL, resolved_ms = ? WHERE id = ?",
                arguments: [verification.verifiedAt.millisecondsSince1970, uploadID]
            )
        }
    }

    public func reject(uploadID: Int64, code: String, at date: Date) async throws {
        try await pool.write { database in
            // What was once genuine stays so, whatever a later answer says about the account.
            try database.execute(
                sql: """
                    UPDATE upload SET status = 'rejected', code = ?, resolved_ms = ?
                    WHERE id = ? AND status <> 'verified'
                    """,
                arguments: [code, date.millisecondsSince1970, uploadID]
            )
        }
    }

    public func postpone(uploadID: Int64, until date: Date) async throws {
        try await pool.write { database in
            try database.execute(
                sql: """
                    UPDATE upload SET due_ms = ?, failed_attempts = failed_attempts + 1
                    WHERE id = ? AND status = 'pending'
                    """,
                arguments: [date.millisecondsSince1970, uploadID]
            )
        }
    }

    public func pendingUploads(dueAt date: Date, limit: Int) async throws -> [StoredUpload] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT id, customer, receipt, received_ms, failed_attempts FROM upload
                    WHERE status = 'pending' AND due_ms <= ? ORDER BY due_ms, id LIMIT ?
                    """,
                arguments: [date.millisecondsSince1970, limit]
            ).compactMap { row in
                CustomerID(row["customer"]).map { customer in
                    StoredUpload(
                        id: row["id"],
                        upload: ReceiptUpload(
                            customer: customer,
                            receipt: row["receipt"],
                            receivedAt: Date(millisecondsSince1970: row["received_ms"])
                        ),
                        status: .pending,
                        failedAttempts: row["failed_attempts"]
                    )
                }
            }
        }
    }

    public func pendingUploadCount(of customer: CustomerID) async throws -> Int {
        try await pool.read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM upload WHERE customer = ? AND status = 'pending'",
                arguments: [customer.value]
            ) ?? 0
        }
    }

    private static func customer(ofUpload identifier: Int64, in database: Database) throws -> CustomerID? {
        try String.fetchOne(database, sql: "SELECT customer FROM upload WHERE id = ?", arguments: [identifier])
            .flatMap(CustomerID.init)
    }
}
