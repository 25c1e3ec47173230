import Foundation
import GRDB

/// What the database of a purchase server holds that has ended, read without the server.
struct ServerRecords: Sendable {
    /// The notifications that it has taken.
    let notifications: Set<String>
    /// How many uploads still wait for the App Store.
    let pendingUploads: Int
    /// The transactions that it knows of, by customer.
    let transactions: [String: Set<String>]
    /// The events that were to be told to an endpoint.
    let events: Set<String>
    /// Those of them that it believes to be told.
    let deliveredEvents: Set<String>

    /// - Parameters:
    ///   - file: The database.
    ///   - endpoint: To whom events were to be told.
    init(file: URL, endpoint: String) async throws {
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(path: file.path, configuration: configuration)
        self = try await database.read { try ServerRecords($0, endpoint: endpoint) }
        try database.close()
    }

    private init(_ database: Database, endpoint: String) throws {
        notifications = try Set(
            String.fetchAll(database, sql: "SELECT identifier FROM notification").map { $0.lowercased() }
        )
        pendingUploads =
            try Int.fetchOne(database, sql: "SELECT count(*) FROM upload WHERE status = 'pending'") ?? -1
        let facts = try Row.fetchAll(
            database,
            sql: """
                SELECT DISTINCT c.customer, f.transaction_id FROM customer_chain c JOIN fact f
                    ON f.environment = c.environment AND f.original_transaction_id = c.original_transaction_id
                WHERE f.kind = 'purchase'
                """
        )
        transactions = Dictionary(grouping: facts) { $0["customer"] as String }
            .mapValues { Set($0.map { $0["transaction_id"] as String }) }
        let told = try Row.fetchAll(
            database,
            sql: """
                SELECT e.identifier, d.state FROM webhook_delivery d JOIN purchase_event e ON e.number = d.event
                WHERE d.endpoint = ?
                """,
            arguments: [endpoint]
        )
        events = Set(told.map { $0["identifier"] as String })
        deliveredEvents = Set(told.filter { $0["state"] == "delivered" }.map { $0["identifier"] as String })
    }
}
