import AppStoreModels
import Foundation

/// What waits and what was told, as it is stored.
struct StoredActivity: Sendable {
    /// Bodies of events, the newest first.
    var events: [Data]
    /// How many uploads wait; 10,001 for more than ten thousand.
    var waitingCount: Int
    /// Uploads, the one that is asked about next first.
    var waiting: [JSONObject]
    /// Purchases that the App Store is asked about next.
    var questions: [JSONObject]
}

extension PurchaseDatabase {
    /// How many uploads that wait are counted: this many, and one more, are "more".
    private static let mostWaitingCounted = 10_000

    func activity(limit: Int) async throws(PurchaseServerError) -> StoredActivity {
        try await read { database in
            StoredActivity(
                events: try Data.fetchAll(
                    database,
                    sql: "SELECT body FROM purchase_event WHERE type <> ? ORDER BY number DESC LIMIT ?",
                    arguments: [PurchaseEventType.appStoreNotification.rawValue, limit]
                ),
                waitingCount: try Int.fetchOne(
                    database,
                    sql: "SELECT count(*) FROM (SELECT 1 FROM upload WHERE status = 'pending' LIMIT ?) AS waiting",
                    arguments: [Self.mostWaitingCounted + 1]
                ) ?? 0,
                waiting: try Self.waiting(limit, in: database),
                questions: try Self.questions(limit, in: database)
            )
        }
    }

    private static func waiting(_ limit: Int, in database: StorageDatabase) throws -> [JSONObject] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT customer, received_ms, due_ms, failed_attempts FROM upload WHERE status = 'pending'
                ORDER BY due_ms LIMIT ?
                """,
            arguments: [limit]
        ).map { row in
            var json = JSONObject()
            json[string: "customer"] = try row.decode(String.self, atIndex: 0)
            json[milliseconds: "date"] = Date(millisecondsSince1970: try row.decode(atIndex: 1))
            json[milliseconds: "nextAttemptDate"] = Date(millisecondsSince1970: try row.decode(atIndex: 2))
            json[integer: "failedCount"] = try row.decode(Int64.self, atIndex: 3)
            return json
        }
    }

    private static func questions(_ limit: Int, in database: StorageDatabase) throws -> [JSONObject] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT environment, original_transaction_id, next_check_ms, failed_checks FROM chain
                WHERE next_check_ms IS NOT NULL AND renews ORDER BY next_check_ms LIMIT ?
                """,
            arguments: [limit]
        ).map { row in
            var json = JSONObject()
            json[string: "environment"] = try row.decode(String.self, atIndex: 0)
            json[string: "originalTransactionId"] = try row.decode(String.self, atIndex: 1)
            json[milliseconds: "date"] = Date(millisecondsSince1970: try row.decode(atIndex: 2))
            json[integer: "failedCount"] = try row.decode(Int64.self, atIndex: 3)
            return json
        }
    }
}
