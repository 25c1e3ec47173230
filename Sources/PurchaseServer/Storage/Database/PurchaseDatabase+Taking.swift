import AppStoreModels
package import Foundation
import Logging

// Where several servers share a database each takes what is due for itself, for a while: rows that another one is just taking
// are passed over, and those that it has taken are due again only after that while, should it end before it is done.

extension PurchaseDatabase {
    /// For how long what is due is taken, in milliseconds: longer than any question to the App Store or a receiver takes.
    /// What waits for its turn after it was taken is taken anew before it is begun, see `keepTaken`.
    static let takenMilliseconds: Int64 = 150_000

    package func takePendingUploads(
        dueAt date: Date,
        limit: Int,
        askedOf store: AskedAppStore? = nil
    ) async throws -> [StoredUpload] {
        guard engine.isShared else { return try await pendingUploads(dueAt: date, limit: limit, askedOf: store) }
        let now = date.millisecondsSince1970
        return try await write(.independent) { [logger] database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    UPDATE upload SET due_ms = ?1 WHERE id IN (
                        SELECT id FROM upload WHERE status = 'pending' AND (due_ms <= ?2 OR due_ms > ?3)
                        AND \(AskedAppStore.condition(store, on: "stated_environment"))
                        ORDER BY due_ms, id LIMIT ?4 FOR UPDATE SKIP LOCKED)
                    RETURNING \(Self.uploadColumns)
                    """,
                arguments: [
                    now + Self.takenMilliseconds, now,
                    Self.latestMoment(at: date), limit,
                ]
            ).compactMap { Self.readableUpload($0, logger) }.sorted { $0.id < $1.id }
        }
    }

    package func takeLatestReceipts(
        dueAt date: Date,
        limit: Int,
        askedOf store: AskedAppStore? = nil
    ) async throws -> [LatestReceipt] {
        guard engine.isShared else { return try await latestReceipts(dueAt: date, limit: limit, askedOf: store) }
        let now = date.millisecondsSince1970
        let ahead = Self.latestMoment(at: date)
        return try await write(.independent) { [logger] database in
            // The receipts are locked before it is looked which of their purchases are due: what another server took before
            // it gave the lock back is seen then.
            let locked = try Int64.fetchAll(
                database,
                sql: """
                    SELECT r.id FROM latest_receipt r WHERE r.id IN (
                        SELECT c.latest_receipt_id FROM chain c
                        WHERE c.renews AND c.latest_receipt_id IS NOT NULL AND (c.next_check_ms <= ?1 OR c.scheduled_ms > ?2)
                        AND \(AskedAppStore.condition(store, on: "c.environment"))
                        ORDER BY c.next_check_ms LIMIT ?3)
                    ORDER BY r.id FOR UPDATE SKIP LOCKED
                    """,
                arguments: [now, ahead, limit]
            )
            var taken: [LatestReceipt] = []
            for receipt in locked {
                try database.cachedStatement(
                    sql: """
                        UPDATE chain SET next_check_ms = ?1, scheduled_ms = ?1
                        WHERE latest_receipt_id = ?2 AND renews AND (next_check_ms <= ?3 OR scheduled_ms > ?4)
                        """
                ).execute(arguments: [now + Self.takenMilliseconds, receipt, now, ahead])
                guard try database.changesCount > 0 else { continue }
                let row = try StorageRow.fetchOne(
                    database.cachedStatement(
                        sql: """
                            SELECT r.id, r.receipt, r.environment, r.bundle_id, max(c.failed_checks) AS failed
                            FROM latest_receipt r JOIN chain c ON c.latest_receipt_id = r.id
                            WHERE r.id = ? AND c.renews GROUP BY r.id
                            """
                    ),
                    arguments: [receipt]
                )
                if let found = row.flatMap({ Self.readableReceipt($0, logger) }) { taken.append(found) }
            }
            return taken
        }
    }

    package func takeSubscriptions(
        dueAt date: Date,
        limit: Int,
        askedOf store: AskedAppStore? = nil
    ) async throws -> [DueSubscription] {
        guard engine.isShared else { return try await subscriptions(dueAt: date, limit: limit, askedOf: store) }
        let now = date.millisecondsSince1970
        return try await write(.independent) { database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    UPDATE chain SET next_check_ms = ?1, scheduled_ms = ?1
                    WHERE (environment, original_transaction_id) IN (
                        SELECT environment, original_transaction_id FROM chain
                        WHERE renews AND latest_receipt_id IS NULL AND (next_check_ms <= ?2 OR scheduled_ms > ?3)
                        AND \(AskedAppStore.condition(store, on: "environment"))
                        ORDER BY next_check_ms, original_transaction_id LIMIT ?4 FOR UPDATE SKIP LOCKED)
                    RETURNING environment, original_transaction_id, failed_checks
                    """,
                arguments: [
                    now + Self.takenMilliseconds, now,
                    Self.latestMoment(at: date), limit,
                ]
            ).map { try Self.dueSubscription($0, in: database) }
        }
    }
}

// MARK: What has waited since it was taken

extension PurchaseDatabase {
    package func keepTaken(uploadID: Int64, since taken: Date, at date: Date) async throws -> Bool {
        try await keepTaken(since: taken, at: date) { before, after in
            (
                "UPDATE upload SET due_ms = ? WHERE id = ? AND status = 'pending' AND due_ms = ?",
                [after, uploadID, before]
            )
        }
    }

    package func keepTaken(receiptID: Int64, since taken: Date, at date: Date) async throws -> Bool {
        try await keepTaken(since: taken, at: date) { before, after in
            (
                """
                UPDATE chain SET next_check_ms = ?, scheduled_ms = ?
                WHERE latest_receipt_id = ? AND renews AND next_check_ms = ?
                """,
                [after, after, receiptID, before]
            )
        }
    }

    package func keepTaken(_ subscription: DueSubscription, since taken: Date, at date: Date) async throws -> Bool {
        try await keepTaken(since: taken, at: date) { before, after in
            (
                """
                UPDATE chain SET next_check_ms = ?, scheduled_ms = ?
                WHERE environment = ? AND original_transaction_id = ? AND renews AND next_check_ms = ?
                """,
                [after, after, subscription.environment.rawValue, subscription.originalTransactionID, before]
            )
        }
    }

    /// - Parameter update: Moves the end of what was taken from where it was left to where it is now. Whoever took it in
    ///   between has left another end, and whoever settled it another or none.
    private func keepTaken(
        since taken: Date,
        at date: Date,
        _ update: @escaping @Sendable (_ before: Int64, _ after: Int64) -> (sql: String, arguments: StorageArguments)
    ) async throws -> Bool {
        guard engine.isShared else { return true }
        let before = taken.millisecondsSince1970 + Self.takenMilliseconds
        let after = date.millisecondsSince1970 + Self.takenMilliseconds
        return try await write(.independent) { database in
            let (sql, arguments) = update(before, after)
            try database.execute(sql: sql, arguments: arguments)
            return try database.changesCount > 0
        }
    }
}
