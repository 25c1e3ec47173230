import AppStoreModels
import Entitlements
package import Foundation
import Logging

extension PurchaseDatabase {
    package func record(
        _ verification: Verification,
        of receipt: LatestReceipt,
        schedule: @escaping Schedule
    ) async throws {
        try await write { [events, terms] database in
            // A subscription that the person began since belongs to whoever the receipt belongs to.
            let owners = try Self.customers(ofReceipt: receipt.id, in: database)
            let clock = ServerClock(now: verification.verifiedAt, statement: .answered(verification.statedDate))
            let claims = ChainClaims(
                database: database,
                terms: terms,
                clock: clock,
                bundleID: verification.bundleID,
                events: events
            )
            let newest = try Self.keep(latestReceiptOf: verification, in: database)
            let kept = try Self.keep(verification.facts, from: .poll(owners), claims, receipt: newest)
            // A chain of the old receipt that the answer is silent about must not stay due for ever.
            try database.execute(
                sql: """
                    UPDATE chain SET next_check_ms = NULL, scheduled_ms = NULL, failed_checks = 0
                    WHERE latest_receipt_id = ?
                    """,
                arguments: [receipt.id]
            )
            if let newest { try Self.point(kept, to: newest, in: database) }
            let known = try Self.reschedule(kept, schedule, clock, in: database)
            try events?.note(kept, known, at: verification.verifiedAt, in: database)
        }
    }

    package func postpone(receiptID: Int64, until date: Date) async throws {
        let until = date.millisecondsSince1970
        try await write(.independent) { database in
            try database.execute(
                sql: """
                    UPDATE chain SET next_check_ms = ?, scheduled_ms = ?, failed_checks = failed_checks + 1
                    WHERE latest_receipt_id = ? AND renews AND (next_check_ms < ? OR scheduled_ms > ?)
                    """,
                arguments: [until, until, receiptID, until, until]
            )
        }
    }

    package func retire(receiptID: Int64) async throws {
        try await write(.independent) { database in
            try database.execute(
                sql: """
                    UPDATE chain SET next_check_ms = NULL, scheduled_ms = NULL, failed_checks = failed_checks + 1
                    WHERE latest_receipt_id = ?
                    """,
                arguments: [receiptID]
            )
        }
    }

    package func latestReceipts(dueAt date: Date, limit: Int) async throws -> [LatestReceipt] {
        try await latestReceipts(dueAt: date, limit: limit, askedOf: nil)
    }

    /// - Parameter store: Only those that this App Store is asked about; nil for all.
    func latestReceipts(dueAt date: Date, limit: Int, askedOf store: AskedAppStore?) async throws -> [LatestReceipt] {
        let now = date.millisecondsSince1970
        return try await read { [logger] database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT r.id, r.receipt, r.environment, r.bundle_id, max(c.failed_checks) AS failed
                    FROM chain c JOIN latest_receipt r ON r.id = c.latest_receipt_id
                    WHERE c.renews AND (c.next_check_ms <= ? OR c.scheduled_ms > ?)
                    AND \(AskedAppStore.condition(store, on: "c.environment"))
                    GROUP BY r.id ORDER BY min(c.next_check_ms), r.id LIMIT ?
                    """,
                arguments: [now, Self.latestMoment(at: date), limit]
            ).compactMap { Self.readableReceipt($0, logger) }
        }
    }

    /// One damaged row must not keep all other subscriptions waiting; it stays where it is, and in the log.
    static func readableReceipt(_ row: StorageRow, _ logger: Logger) -> LatestReceipt? {
        do { return try latestReceipt(row) } catch {
            logger.critical("a stored receipt cannot be read", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private static func latestReceipt(_ row: StorageRow) throws -> LatestReceipt {
        LatestReceipt(
            id: try row.decode(forColumn: "id"),
            receipt: try row.decode(forColumn: "receipt"),
            environment: AppStoreEnvironment(rawValue: try row.decode(forColumn: "environment")),
            bundleID: try row.decode(forColumn: "bundle_id"),
            failedChecks: try row.decode(forColumn: "failed")
        )
    }

    /// Keeps the receipt of an answer.
    ///
    /// - Returns: Its number; nil if there is none.
    static func keep(latestReceiptOf verification: Verification, in database: StorageDatabase) throws -> Int64? {
        guard let receipt = verification.latestReceipt else { return nil }
        return try keep(
            AccountReceipt(
                receipt: receipt,
                environment: verification.environment,
                bundleID: verification.bundleID
            ),
            in: database
        )
    }

    /// Keeps a receipt, or finds the same one.
    ///
    /// - Returns: Its number.
    static func keep(_ receipt: AccountReceipt, in database: StorageDatabase) throws -> Int64? {
        let identity = ReceiptIdentity(of: receipt.receipt).digest
        try database.execute(
            sql: """
                INSERT INTO latest_receipt (environment, bundle_id, digest, receipt) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [receipt.environment.rawValue, receipt.bundleID, identity, receipt.receipt]
        )
        return try Int64.fetchOne(
            database,
            sql: "SELECT id FROM latest_receipt WHERE digest = ?",
            arguments: [identity]
        )
    }

    /// Makes a receipt the newest of all purchases that were kept, and forgets those that it replaces. New ones point to it
    /// already.
    static func point(_ kept: KeptFacts, to identifier: Int64, in database: StorageDatabase) throws {
        let known = try database.cachedStatement(
            sql: "SELECT latest_receipt_id FROM chain WHERE environment = ? AND original_transaction_id = ?"
        )
        let pointing = try database.cachedStatement(
            sql: """
                UPDATE chain SET latest_receipt_id = ?, failed_checks = 0
                WHERE environment = ? AND original_transaction_id = ?
                """
        )
        // One that came without a purchase is asked about by nobody.
        var replaced: Set<Int64> = kept.chains.isEmpty ? [identifier] : []
        for chain in kept.chains where !kept.new.contains(chain) {
            let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
            if let older = try Int64.fetchOne(known, arguments: key), older != identifier {
                replaced.insert(older)
            }
            try pointing.execute(arguments: [identifier] + key)
        }
        try forget(replaced, in: database)
    }

    /// Removes those of the receipts that no purchase needs any more.
    private static func forget(_ replaced: Set<Int64>, in database: StorageDatabase) throws {
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

    /// Whose the subscriptions of a receipt are, who claimed one last at the end.
    private static func customers(
        ofReceipt identifier: Int64,
        in database: StorageDatabase
    ) throws -> [CustomerNames.Found] {
        let names = CustomerNames(database: database)
        return try String.fetchAll(
            database,
            sql: """
                SELECT o.customer FROM chain c JOIN customer_chain o
                    ON o.environment = c.environment AND o.original_transaction_id = c.original_transaction_id
                WHERE c.latest_receipt_id = ? AND c.renews
                GROUP BY o.customer ORDER BY max(o.claimed_ms), o.customer
                """,
            arguments: [identifier]
        ).compactMap { try names.find(CustomerID(stored: $0)) }
    }
}
