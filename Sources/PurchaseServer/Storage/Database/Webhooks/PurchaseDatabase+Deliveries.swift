import AppStoreModels
package import Foundation

extension PurchaseDatabase: WebhookStorage {
    /// How many attempts of a delivery stay in its log.
    private static let maximumLog = 20
    /// Further ahead no attempt lies, in milliseconds, unless the clock was wrong.
    private static let longestDelay = Int64(WebhookSchedule.longestWait * 1_000) + clockTolerance

    package func dueDeliveries(at date: Date, perEndpoint limit: Int) async throws -> [DueDelivery] {
        try await dueDeliveries(at: date, perEndpoint: limit) { _ in true }
    }

    private func dueDeliveries(
        at date: Date,
        perEndpoint limit: Int,
        to isWanted: @escaping @Sendable (String) -> Bool
    ) async throws -> [DueDelivery] {
        try await read { database in
            let now = date.millisecondsSince1970
            return try Self.ofEachEndpoint(isWanted, at: date, in: database) { endpoint, secrets in
                try Self.due(
                    """
                    d.endpoint = ? AND d.state = 'pending' AND (d.next_ms <= ? OR d.next_ms > ?)
                    ORDER BY d.next_ms, d.identifier LIMIT ?
                    """,
                    // No wait is so long: such a date was set by a clock that ran ahead, and may be years away.
                    [endpoint.identifier, now, now.addingReportingOverflow(Self.longestDelay).partialValue, limit],
                    (endpoint, secrets),
                    in: database
                )
            }
        }
    }

    package func takeDueDeliveries(
        at date: Date,
        perEndpoint limit: Int,
        to isWanted: @escaping @Sendable (String) -> Bool
    ) async throws -> [DueDelivery] {
        guard engine.isShared else { return try await dueDeliveries(at: date, perEndpoint: limit, to: isWanted) }
        return try await write(.independent) { database in
            let now = date.millisecondsSince1970
            return try Self.ofEachEndpoint(isWanted, at: date, in: database) { endpoint, secrets in
                let taken = try Int64.fetchAll(
                    database,
                    sql: """
                        UPDATE webhook_delivery SET next_ms = ?1 WHERE identifier IN (
                            SELECT identifier FROM webhook_delivery
                            WHERE endpoint = ?2 AND state = 'pending' AND (next_ms <= ?3 OR next_ms > ?4)
                            ORDER BY next_ms, identifier LIMIT ?5 FOR UPDATE SKIP LOCKED) RETURNING identifier
                        """,
                    arguments: [
                        now + Self.takenMilliseconds, endpoint.identifier, now,
                        now.addingReportingOverflow(Self.longestDelay).partialValue, limit,
                    ]
                )
                guard !taken.isEmpty else { return [] }
                return try Self.due(
                    "d.identifier IN (\(StorageArguments.places(taken.count))) ORDER BY d.identifier",
                    StorageArguments(taken),
                    (endpoint, secrets),
                    in: database
                )
            }
        }
    }

    private static func ofEachEndpoint(
        _ isWanted: (String) -> Bool,
        at date: Date,
        in database: StorageDatabase,
        _ find: (WebhookEndpoint, [WebhookSecret]) throws -> [DueDelivery]
    ) throws -> [DueDelivery] {
        var due: [DueDelivery] = []
        for endpoint in try webhookEndpoints(in: database) where endpoint.isEnabled && isWanted(endpoint.identifier) {
            let found = try find(endpoint, webhookSecrets(of: endpoint.identifier, at: date, in: database))
            due += try endpoint.shape == .revenueCat ? found.map { try completed($0, in: database) } : found
        }
        return due
    }

    private static func due(
        _ condition: String,
        _ arguments: StorageArguments,
        _ receiver: (endpoint: WebhookEndpoint, secrets: [WebhookSecret]),
        in database: StorageDatabase
    ) throws -> [DueDelivery] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT d.identifier, d.attempts, e.identifier AS event, e.body FROM webhook_delivery d
                JOIN purchase_event e ON e.number = d.event WHERE \(condition)
                """,
            arguments: arguments
        ).map { row in
            DueDelivery(
                identifier: try row.decode(forColumn: "identifier"),
                endpoint: receiver.endpoint,
                secrets: receiver.secrets,
                eventIdentifier: try row.decode(forColumn: "event"),
                body: try row.decode(forColumn: "body"),
                attempts: try row.decode(forColumn: "attempts")
            )
        }
    }

    package func record(_ attempt: WebhookAttempt, of delivery: Int64) async throws {
        try await write(.independent) { database in
            let failed = attempt.failure != nil
            let attempts = try Int.fetchOne(
                database,
                sql: "SELECT attempts FROM webhook_delivery WHERE identifier = ?",
                arguments: [delivery]
            )
            // Its endpoint was removed meanwhile.
            guard let attempts else { return }
            let next = WebhookSchedule.wait(afterFailures: attempts + 1).map(attempt.date.addingTimeInterval)
            let state: WebhookDelivery.State = failed ? (next == nil ? .dead : .pending) : .delivered
            try database.execute(
                sql: """
                    UPDATE webhook_delivery SET state = ?, attempts = attempts + 1, next_ms = ?, last_status = ?,
                        last_failure = ? WHERE identifier = ?
                    """,
                arguments: [
                    state.rawValue, state == .pending ? next?.millisecondsSince1970 : nil, attempt.status,
                    attempt.failure, delivery,
                ]
            )
            try database.execute(
                sql: "INSERT INTO webhook_attempt (delivery, made_ms, status, failure) VALUES (?, ?, ?, ?)",
                arguments: [delivery, attempt.date.millisecondsSince1970, attempt.status, attempt.failure]
            )
            try database.execute(
                sql: """
                    DELETE FROM webhook_attempt WHERE delivery = ? AND identifier <= (
                        SELECT identifier FROM webhook_attempt WHERE delivery = ?
                        ORDER BY identifier DESC LIMIT 1 OFFSET ?)
                    """,
                arguments: [delivery, delivery, Self.maximumLog]
            )
        }
    }

    package func deliveries(
        of endpoint: String?,
        state: WebhookDelivery.State?,
        before: Int64?,
        limit: Int
    ) async throws -> [WebhookDelivery] {
        try await read { database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT d.*, e.identifier AS event_identifier, e.type FROM webhook_delivery d
                    JOIN purchase_event e ON e.number = d.event
                    WHERE (CAST(? AS TEXT) IS NULL OR d.endpoint = ?) AND (CAST(? AS TEXT) IS NULL OR d.state = ?) AND d.identifier < ?
                    ORDER BY d.identifier DESC LIMIT ?
                    """,
                arguments: [endpoint, endpoint, state?.rawValue, state?.rawValue, before ?? .max, limit]
            ).map(Self.delivery)
        }
    }

    package func attempts(of delivery: Int64) async throws -> [WebhookAttempt] {
        try await read { database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT made_ms, status, failure FROM webhook_attempt WHERE delivery = ? ORDER BY identifier DESC
                    """,
                arguments: [delivery]
            ).map { row in
                WebhookAttempt(
                    date: Date(millisecondsSince1970: try row.decode(forColumn: "made_ms")),
                    status: try row.decode(forColumn: "status"),
                    failure: try row.decode(forColumn: "failure")
                )
            }
        }
    }

    package func resend(_ delivery: Int64, at date: Date) async throws -> Bool {
        try await write { database in
            try database.execute(
                sql: "UPDATE webhook_delivery SET state = 'pending', attempts = 0, next_ms = ? WHERE identifier = ?",
                arguments: [date.millisecondsSince1970, delivery]
            )
            return try database.changesCount > 0
        }
    }

    /// A row of `webhook_delivery` with the columns `event_identifier` and `type` of its event.
    static func delivery(_ row: StorageRow) throws -> WebhookDelivery {
        guard let state = WebhookDelivery.State(rawValue: try row.decode(forColumn: "state")) else {
            throw PurchaseServerError(.databaseDamaged, "a delivery has an unknown state")
        }
        return WebhookDelivery(
            identifier: try row.decode(forColumn: "identifier"),
            endpoint: try row.decode(forColumn: "endpoint"),
            event: try row.decode(forColumn: "event_identifier"),
            type: try row.decode(forColumn: "type"),
            state: state,
            attempts: try row.decode(forColumn: "attempts"),
            nextAttempt: try row.decode(Int64?.self, forColumn: "next_ms").map(Date.init(millisecondsSince1970:)),
            lastStatus: try row.decode(forColumn: "last_status"),
            lastFailure: try row.decode(forColumn: "last_failure")
        )
    }
}
