import AppStoreModels
package import Foundation

extension PurchaseDatabase {
    /// How many endpoints there may be.
    private static let maximumEndpoints = 100

    package func add(_ endpoint: WebhookEndpoint, secret: WebhookSecret) async throws {
        try await write { database in
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM webhook_endpoint") ?? 0
            guard count < Self.maximumEndpoints else {
                throw PurchaseServerError(
                    .tooManyEndpoints,
                    "there are \(count) endpoints already; remove one that is not needed"
                )
            }
            try database.execute(
                sql: """
                    INSERT INTO webhook_endpoint
                        (identifier, address, types, environment, is_enabled, forwards_notifications, created_ms,
                        shape, "authorization")
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    endpoint.identifier, endpoint.address, Self.text(endpoint.types), endpoint.environment?.rawValue,
                    endpoint.isEnabled, endpoint.forwardsNotifications, endpoint.createdDate.millisecondsSince1970,
                    endpoint.shape.rawValue, endpoint.authorization,
                ]
            )
            try Self.insert(secret, of: endpoint.identifier, in: database)
        }
    }

    package func webhookEndpoints() async throws -> [WebhookEndpoint] {
        try await read { try Self.webhookEndpoints(in: $0) }
    }

    package func changeWebhookEndpoint(
        _ identifier: String,
        _ change: @escaping @Sendable (inout WebhookEndpoint) -> Void
    ) async throws -> WebhookEndpoint? {
        try await write { database in
            let known = try Self.webhookEndpoints(in: database).first { $0.identifier == identifier }
            guard var endpoint = known else { return nil }
            change(&endpoint)
            try database.execute(
                sql: """
                    UPDATE webhook_endpoint SET address = ?, types = ?, environment = ?, is_enabled = ?,
                        forwards_notifications = ?, shape = ?, "authorization" = ? WHERE identifier = ?
                    """,
                arguments: [
                    endpoint.address, Self.text(endpoint.types), endpoint.environment?.rawValue, endpoint.isEnabled,
                    endpoint.forwardsNotifications, endpoint.shape.rawValue, endpoint.authorization, identifier,
                ]
            )
            return endpoint
        }
    }

    package func removeWebhookEndpoint(_ identifier: String) async throws -> Bool {
        try await write { database in
            for table in ["webhook_delivery", "webhook_secret"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE endpoint = ?", arguments: [identifier])
            }
            try database.execute(sql: "DELETE FROM webhook_endpoint WHERE identifier = ?", arguments: [identifier])
            return try database.changesCount > 0
        }
    }

    package func rotateSecret(of endpoint: String, to secret: WebhookSecret, until end: Date) async throws -> Bool {
        try await write { database in
            guard try Self.webhookEndpoints(in: database).contains(where: { $0.identifier == endpoint }) else {
                return false
            }
            let end = end.millisecondsSince1970
            try database.execute(
                sql: """
                    UPDATE webhook_secret SET end_ms = CASE WHEN end_ms < ? THEN end_ms ELSE ? END WHERE endpoint = ?
                    """,
                arguments: [end, end, endpoint]
            )
            // Whoever rotates again and again keeps two.
            try database.execute(
                sql: """
                    DELETE FROM webhook_secret WHERE endpoint = ? AND rowid NOT IN (
                        SELECT rowid FROM webhook_secret WHERE endpoint = ? ORDER BY rowid DESC LIMIT 1)
                    """,
                arguments: [endpoint, endpoint]
            )
            try Self.insert(secret, of: endpoint, in: database)
            return true
        }
    }

    package func addTestEvent(to endpoint: String, at date: Date) async throws -> Bool {
        guard let events else { return false }
        return try await write { database in
            guard try Self.webhookEndpoints(in: database).contains(where: { $0.identifier == endpoint }) else {
                return false
            }
            let event = EventBody(identifier: events.identifier(), type: .test, createdDate: date)
            try EventWriter.write(event, onlyTo: endpoint, in: database)
            return true
        }
    }

    static func webhookEndpoints(in database: StorageDatabase) throws -> [WebhookEndpoint] {
        try StorageRow.fetchAll(
            database.cachedStatement(sql: "SELECT * FROM webhook_endpoint ORDER BY created_ms, identifier")
        ).map { row in
            var endpoint = WebhookEndpoint(
                identifier: try row.decode(forColumn: "identifier"),
                address: try row.decode(forColumn: "address"),
                types: try row.decode(String?.self, forColumn: "types").map(Self.types),
                environment: try row.decode(String?.self, forColumn: "environment")
                    .map(AppStoreEnvironment.init(rawValue:)),
                isEnabled: try row.decode(forColumn: "is_enabled"),
                forwardsNotifications: try row.decode(forColumn: "forwards_notifications"),
                createdDate: Date(millisecondsSince1970: try row.decode(forColumn: "created_ms"))
            )
            endpoint.shape = try row.decode(String?.self, forColumn: "shape").flatMap(WebhookShape.init) ?? .own
            endpoint.authorization = try row.decode(forColumn: "authorization")
            return endpoint
        }
    }

    static func webhookSecrets(of endpoint: String, at date: Date, in database: StorageDatabase) throws
        -> [WebhookSecret]
    {
        try StorageRow.fetchAll(
            database,
            sql: "SELECT secret, end_ms FROM webhook_secret WHERE endpoint = ? ORDER BY rowid DESC",
            arguments: [endpoint]
        ).map { row in
            WebhookSecret(
                text: try row.decode(forColumn: "secret"),
                endDate: try row.decode(Int64?.self, forColumn: "end_ms").map(Date.init(millisecondsSince1970:))
            )
        }.filter { $0.isInUse(at: date) }
    }

    private static func insert(_ secret: WebhookSecret, of endpoint: String, in database: StorageDatabase) throws {
        try database.execute(
            sql: "INSERT INTO webhook_secret (endpoint, secret, end_ms) VALUES (?, ?, ?)",
            arguments: [endpoint, secret.text, secret.endDate?.millisecondsSince1970]
        )
    }

    private static func text(_ types: Set<PurchaseEventType>?) -> String? {
        types.map { $0.map(\.rawValue).sorted().joined(separator: " ") }
    }

    private static func types(_ text: String) -> Set<PurchaseEventType> {
        Set(text.split(separator: " ").map { PurchaseEventType(rawValue: String($0)) })
    }
}
