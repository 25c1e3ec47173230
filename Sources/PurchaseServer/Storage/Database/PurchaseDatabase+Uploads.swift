import AppStoreModels
import Entitlements
package import Foundation
import Logging

extension PurchaseDatabase {
    package func save(
        _ upload: ReceiptUpload,
        retryAt: Date,
        limits: PendingUploadLimits
    ) async throws -> StoredUpload {
        let identity = ReceiptIdentity(of: upload.receipt).digest
        return try await write(.only(chains: [], customers: [upload.customer])) { database in
            if let known = try Self.stored(upload, identity, in: database) { return known }
            try Self.check(limits, for: upload, in: database)
            let number = try database.insert(
                sql: """
                    INSERT INTO upload (customer, identity, receipt, received_ms, status, due_ms, is_signature_checked,
                        stated_environment, demands)
                    VALUES (?, ?, ?, ?, 'pending', ?, ?, ?, ?)
                    """,
                arguments: [
                    upload.customer.value, identity, upload.receipt, upload.receivedAt.millisecondsSince1970,
                    retryAt.millisecondsSince1970, upload.isSignatureChecked,
                    upload.store.environment.rawValue, upload.demands.text,
                ],
                numbering: "id"
            )
            return StoredUpload(id: number, upload: upload, status: .pending, failedAttempts: 0, isNew: true)
        }
    }

    /// The upload, if the customer sent the same receipt before.
    private static func stored(
        _ upload: ReceiptUpload,
        _ identity: Data,
        in database: StorageDatabase
    ) throws -> StoredUpload? {
        try StorageRow.fetchOne(
            database,
            sql: "SELECT id, status, failed_attempts FROM upload WHERE customer = ? AND identity = ?",
            arguments: [upload.customer.value, identity]
        ).map { row in
            guard let status = StoredUpload.Status(rawValue: try row.decode(forColumn: "status")) else {
                throw PurchaseServerError(.databaseDamaged, "an upload has an unknown status")
            }
            return StoredUpload(
                id: try row.decode(forColumn: "id"),
                upload: upload,
                status: status,
                // What was asked in vain before it was verified counts no more.
                failedAttempts: status == .verified ? 0 : try row.decode(forColumn: "failed_attempts")
            )
        }
    }

    /// Demands that one more upload may wait.
    private static func check(_ limits: PendingUploadLimits, for upload: ReceiptUpload, in database: StorageDatabase)
        throws
    {
        let ofCustomer = try Int.fetchOne(
            database,
            sql: "SELECT count(*) FROM upload WHERE customer = ? AND status = 'pending'",
            arguments: [upload.customer.value]
        )
        guard (ofCustomer ?? 0) < limits.ofCustomer else {
            throw PurchaseServerError(
                .pendingUploadsOfCustomer,
                "\(limits.ofCustomer) uploads of this customer wait for the App Store; send this one again later"
            )
        }
        let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM upload WHERE status = 'pending'")
        let unchecked =
            upload.isSignatureChecked
            ? 0
            : try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM upload WHERE status = 'pending' AND NOT is_signature_checked"
            )
        guard (total ?? 0) < limits.total, (unchecked ?? 0) < limits.unchecked else {
            throw PurchaseServerError(
                .pendingUploads,
                "\(total ?? 0) uploads wait for the App Store; send this one again later"
            )
        }
    }

    package func resolve(
        _ upload: StoredUpload,
        with verification: Verification,
        schedule: @escaping Schedule
    ) async throws -> ClaimOutcome {
        // Nobody else writes a file meanwhile, so there it need not be said whom the upload concerns.
        let scope: WriteScope =
            engine.isShared ? .stated(verification.facts, and: [upload.upload.customer]) : .everything
        return try await write(scope) { [events, terms] database in
            guard let dates = try Self.dates(of: upload).answer(in: database) else { return ClaimOutcome() }
            let clock = ServerClock(now: verification.verifiedAt, statement: .answered(verification.statedDate))
            let claims = ChainClaims(
                database: database,
                terms: terms,
                clock: clock,
                bundleID: verification.bundleID,
                events: events
            )
            let owner = try CustomerNames(database: database).remember(upload.upload.customer, at: clock.now)
            let receipt = try Self.keep(latestReceiptOf: verification, in: database)
            let kept = try Self.keep(verification.facts, from: .upload(owner, at: dates), claims, receipt: receipt)
            if let receipt { try Self.point(kept, to: receipt, in: database) }
            let known = try Self.reschedule(kept, schedule, clock, in: database)
            let told = try events?.note(kept, known, at: verification.verifiedAt, in: database)
            // What the receipt says is in the facts now, and the receipt itself, or the one that the App Store gave for
            // it, stands where the purchases are.
            try database.execute(
                sql: """
                    UPDATE upload SET status = 'verified', receipt = NULL, demands = NULL, resolved_ms = ? WHERE id = ?
                    """,
                arguments: [verification.verifiedAt.millisecondsSince1970, upload.id]
            )
            var outcome = kept.outcome
            if let facts = told?.facts[owner.customer] {
                outcome.known = try Self.known(facts, of: owner.person, in: database)
            }
            return outcome
        }
    }

    /// When the customer sent the receipt, the oldest first: with this request, and before, while it waited. No row: the upload
    /// is gone.
    private static func dates(of upload: StoredUpload) -> QuickQuestion<[Date]> {
        QuickQuestion("SELECT status, received_ms, repeated_ms FROM upload WHERE id = ?", [upload.id]) { row in
            var dates: Set<Int64> = [upload.upload.receivedAt.millisecondsSince1970]
            if try row.decode(String.self, atIndex: 0) == StoredUpload.Status.pending.rawValue {
                dates.insert(try row.decode(Int64.self, atIndex: 1))
                if let repeated = try row.decode(Int64?.self, atIndex: 2) { dates.insert(repeated) }
            }
            return dates.sorted().map(Date.init(millisecondsSince1970:))
        }
    }

    private static func known(
        _ facts: PurchaseFacts,
        of person: Int64,
        in database: StorageDatabase
    ) throws -> KnownCustomer? {
        try revision(of: person, in: database).map { KnownCustomer(person: person, revision: $0, facts: facts) }
    }

    package func reject(uploadID: Int64) async throws {
        try await write { database in
            // What was once genuine stays so, whatever a later answer says about the account.
            try database.execute(sql: "DELETE FROM upload WHERE id = ? AND status = 'pending'", arguments: [uploadID])
        }
    }

    package func withdraw(_ upload: StoredUpload, at date: Date) async throws {
        try await write(.only(chains: [], customers: [upload.upload.customer])) { database in
            // Not removed: another request of the customer may have found it, and hears of its answer only now.
            try database.execute(
                sql: """
                    UPDATE upload SET status = 'verified', receipt = NULL, demands = NULL, resolved_ms = ?
                    WHERE id = ? AND status = 'pending' AND failed_attempts = ?
                    """,
                arguments: [date.millisecondsSince1970, upload.id, upload.failedAttempts]
            )
        }
    }

    package func postpone(uploadID: Int64, until date: Date) async throws {
        try await write(.independent) { try Self.postpone(uploadID: uploadID, until: date, in: $0) }
    }

    package func postpone(_ upload: StoredUpload, until date: Date, limits: PendingUploadLimits) async throws {
        try await write(.only(chains: [], customers: [upload.upload.customer])) { database in
            if let waiting = try Self.waiting(upload.id, in: database) {
                try Self.postpone(uploadID: upload.id, until: date, in: database)
                let demands = waiting.demands.joined(with: upload.upload.demands)
                let sent = max(waiting.sent, upload.upload.receivedAt.millisecondsSince1970)
                guard demands != waiting.demands || sent > waiting.sent else { return }
                try database.execute(
                    sql: "UPDATE upload SET demands = ?, repeated_ms = ? WHERE id = ? AND status = 'pending'",
                    arguments: [demands.text, sent, upload.id]
                )
                return
            }
            try Self.check(limits, for: upload.upload, in: database)
            try database.execute(
                sql: """
                    UPDATE upload SET status = 'pending', receipt = ?, received_ms = ?, due_ms = ?, failed_attempts = 1,
                        is_signature_checked = ?, stated_environment = ?, demands = ?, repeated_ms = NULL,
                        resolved_ms = NULL
                    WHERE id = ? AND status = 'verified'
                    """,
                arguments: [
                    upload.upload.receipt, upload.upload.receivedAt.millisecondsSince1970,
                    date.millisecondsSince1970, upload.upload.isSignatureChecked,
                    upload.upload.store.environment.rawValue, upload.upload.demands.text, upload.id,
                ]
            )
        }
    }

    /// What is demanded of an upload, and when it was last sent; nil if it does not wait.
    private static func waiting(
        _ identifier: Int64,
        in database: StorageDatabase
    ) throws -> (demands: UploadDemands, sent: Int64)? {
        try StorageRow.fetchOne(
            database,
            sql: """
                SELECT demands, coalesce(repeated_ms, received_ms) FROM upload WHERE id = ? AND status = 'pending'
                """,
            arguments: [identifier]
        ).map { row in
            try (demands: UploadDemands(stored: row.decode(atIndex: 0)), sent: row.decode(Int64.self, atIndex: 1))
        }
    }

    private static func postpone(uploadID: Int64, until date: Date, in database: StorageDatabase) throws {
        try database.execute(
            sql: """
                UPDATE upload SET due_ms = ?, failed_attempts = failed_attempts + 1
                WHERE id = ? AND status = 'pending'
                """,
            arguments: [date.millisecondsSince1970, uploadID]
        )
    }
}

extension CustomerID {
    /// A customer as the database has it.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`.
    init(stored text: String) throws {
        guard let customer = CustomerID(text) else {
            throw PurchaseServerError(.databaseDamaged, "a row names a customer that cannot be one")
        }
        self = customer
    }
}
