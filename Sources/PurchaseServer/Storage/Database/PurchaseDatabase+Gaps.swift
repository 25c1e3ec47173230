import AppStoreModels
import Entitlements
import Foundation

extension PurchaseDatabase {
    /// How far the notifications of an app are known. Where nothing is written down yet, it is up to the newest one that
    /// came from that App Store; a server that never got any has missed none until now.
    func notificationGap(
        of bundleID: String,
        in environment: AppStoreEnvironment,
        at now: Date
    ) async throws -> NotificationGap {
        try await write { database in
            let row = try StorageRow.fetchOne(
                database,
                sql: """
                    SELECT complete_ms, window_start_ms, window_end_ms, token FROM notification_gap
                    WHERE bundle_id = ? AND environment = ?
                    """,
                arguments: [bundleID, environment.rawValue]
            )
            guard let row else {
                let newest = try Int64.fetchOne(
                    database,
                    sql: """
                        SELECT max(n.signed_ms) FROM notification_chain c
                        JOIN notification n ON n.identifier = c.identifier
                        WHERE c.environment = ? AND n.signed_ms <= ?
                        """,
                    arguments: [environment.rawValue, now.millisecondsSince1970]
                )
                let complete = newest.map(Date.init(millisecondsSince1970:)) ?? now
                let gap = NotificationGap(bundleID: bundleID, environment: environment, complete: complete)
                try Self.save(gap, in: database)
                return gap
            }
            var gap = NotificationGap(
                bundleID: bundleID,
                environment: environment,
                complete: Date(millisecondsSince1970: try row.decode(atIndex: 0))
            )
            if let start = try row.decode(Int64?.self, atIndex: 1), let end = try row.decode(Int64?.self, atIndex: 2) {
                gap.window = NotificationGap.Window(
                    start: Date(millisecondsSince1970: start),
                    end: Date(millisecondsSince1970: end),
                    token: try row.decode(atIndex: 3)
                )
            }
            return gap
        }
    }

    func save(_ gap: NotificationGap) async throws {
        try await write { try Self.save(gap, in: $0) }
    }

    private static func save(_ gap: NotificationGap, in database: StorageDatabase) throws {
        try database.execute(
            sql: """
                INSERT INTO notification_gap
                    (bundle_id, environment, complete_ms, window_start_ms, window_end_ms, token)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (bundle_id, environment) DO UPDATE SET complete_ms = excluded.complete_ms,
                    window_start_ms = excluded.window_start_ms, window_end_ms = excluded.window_end_ms,
                    token = excluded.token
                """,
            arguments: [
                gap.bundleID, gap.environment.rawValue, gap.complete.millisecondsSince1970,
                gap.window?.start.millisecondsSince1970, gap.window?.end.millisecondsSince1970, gap.window?.token,
            ]
        )
    }

    func historyWalk(in environment: AppStoreEnvironment) async throws -> HistoryWalk? {
        try await read { database in
            try StorageRow.fetchOne(
                database,
                sql: "SELECT heard_before_ms, after, ended_ms FROM history_walk WHERE environment = ?",
                arguments: [environment.rawValue]
            ).map { row in
                HistoryWalk(
                    environment: environment,
                    heardBefore: Date(millisecondsSince1970: try row.decode(atIndex: 0)),
                    after: try row.decode(atIndex: 1),
                    ended: try row.decode(Int64?.self, atIndex: 2).map(Date.init(millisecondsSince1970:))
                )
            }
        }
    }

    func save(_ walk: HistoryWalk) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO history_walk (environment, heard_before_ms, after, ended_ms) VALUES (?, ?, ?, ?)
                    ON CONFLICT (environment) DO UPDATE SET heard_before_ms = excluded.heard_before_ms,
                        after = excluded.after, ended_ms = excluded.ended_ms
                    """,
                arguments: [
                    walk.environment.rawValue, walk.heardBefore.millisecondsSince1970, walk.after,
                    walk.ended?.millisecondsSince1970,
                ]
            )
        }
    }

    /// The next purchases of a walk: those of somebody, of which nothing was heard since, and which were not asked about. What
    /// a clock that ran ahead has dated counts neither as heard nor as asked.
    func silentPurchases(on walk: HistoryWalk, at now: Date, limit: Int) async throws -> [SilentPurchase] {
        try await read { database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT c.original_transaction_id, h.revision FROM chain c
                    LEFT JOIN history_revision h ON h.environment = c.environment
                        AND h.original_transaction_id = c.original_transaction_id
                    WHERE c.environment = :environment AND c.original_transaction_id > :after
                        AND (coalesce(h.asked_ms, 0) < :before OR h.asked_ms > :latest)
                        AND EXISTS (SELECT 1 FROM customer_chain o WHERE o.environment = c.environment
                            AND o.original_transaction_id = c.original_transaction_id)
                        AND NOT EXISTS (SELECT 1 FROM fact f WHERE f.environment = c.environment
                            AND f.original_transaction_id = c.original_transaction_id
                            AND f.last_stated_ms BETWEEN :before AND :latest)
                    ORDER BY c.original_transaction_id LIMIT :limit
                    """,
                arguments: [
                    "environment": walk.environment.rawValue, "after": walk.after,
                    "before": walk.heardBefore.millisecondsSince1970, "latest": Self.latestMoment(at: now),
                    "limit": limit,
                ]
            ).map { row in
                let chain = ChainKey(
                    environment: walk.environment,
                    originalTransactionID: try row.decode(atIndex: 0)
                )
                let newest = try Self.facts(of: chain, in: database).purchases.max { $0.statedDate < $1.statedDate }
                return SilentPurchase(chain: chain, bundleID: newest?.bundleID, revision: try row.decode(atIndex: 1))
            }
        }
    }

    /// Keeps what a history has told, and from where the next one goes on.
    func record(
        _ facts: PurchaseFacts,
        inHistoryOf purchase: SilentPurchase,
        revision: String?,
        receivedAt: Date,
        schedule: @escaping Schedule
    ) async throws {
        try await write { database in
            try self.keep(
                facts,
                ofOwnersOf: purchase.chain,
                bundleID: purchase.bundleID,
                receivedAt: receivedAt,
                schedule,
                in: database
            )
            try database.execute(
                sql: """
                    INSERT INTO history_revision (environment, original_transaction_id, revision, asked_ms)
                    VALUES (?, ?, ?, ?)
                    ON CONFLICT (environment, original_transaction_id) DO UPDATE SET revision = excluded.revision,
                        asked_ms = excluded.asked_ms
                    """,
                arguments: [
                    purchase.chain.environment.rawValue, purchase.chain.originalTransactionID, revision,
                    receivedAt.millisecondsSince1970,
                ]
            )
        }
    }

    /// Keeps what the App Store answered about the person who has a purchase. When it is asked again about what the answer
    /// is silent about stays as it was.
    func record(
        _ facts: PurchaseFacts,
        aboutOwnersOf purchase: ComparablePurchase,
        receivedAt: Date,
        schedule: @escaping Schedule
    ) async throws {
        try await write { database in
            try self.keep(
                facts,
                ofOwnersOf: purchase.chain,
                bundleID: purchase.bundleID,
                receivedAt: receivedAt,
                schedule,
                in: database
            )
        }
    }

    private func keep(
        _ facts: PurchaseFacts,
        ofOwnersOf chain: ChainKey,
        bundleID: String?,
        receivedAt: Date,
        _ schedule: Schedule,
        in database: StorageDatabase
    ) throws {
        guard !facts.isEmpty else { return }
        let owners = try Self.owners(of: chain, in: database)
        let clock = ServerClock(now: receivedAt, statement: .answered(facts.newestStatement))
        let claims = ChainClaims(
            database: database,
            terms: terms,
            clock: clock,
            bundleID: bundleID,
            events: events
        )
        let kept = try Self.keep(facts, from: .poll(owners), claims)
        let known = try Self.reschedule(kept, schedule, clock, in: database)
        try events?.note(kept, known, at: receivedAt, in: database)
    }
}
