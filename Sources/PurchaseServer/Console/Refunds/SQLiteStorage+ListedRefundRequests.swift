import AppStoreModels
import Foundation

extension SQLiteStorage {
    static let refundRequestsStatement = """
        SELECT r.notification, r.environment, r.original_transaction_id, r.transaction_id, r.bundle_id, r.attempts,
            r.answer, r.reason, r.deadline_ms, r.state, r.last_failure, r.settled_ms
        FROM customer_chain c JOIN refund_request r ON r.original_transaction_id = c.original_transaction_id
            AND r.environment = c.environment
        WHERE c.customer = ? ORDER BY r.deadline_ms DESC LIMIT ?
        """

    /// The requests about a customer's purchases, the newest first.
    func refundRequests(about customer: CustomerID, limit: Int) async throws(PurchaseServerError)
        -> [ListedRefundRequest]
    {
        try await read { database in
            let name = try CustomerNames(database: database).customer(of: customer)
            return try StorageRow.fetchAll(
                database,
                sql: Self.refundRequestsStatement,
                arguments: [name.value, limit]
            ).map { row in
                ListedRefundRequest(
                    request: try Self.refundRequest(row),
                    reason: try row.decode(atIndex: 7),
                    deadline: Date(millisecondsSince1970: try row.decode(atIndex: 8)),
                    state: try row.decode(atIndex: 9),
                    lastFailure: try row.decode(atIndex: 10),
                    settledDate: try row.decode(Int64?.self, atIndex: 11).map(Date.init(millisecondsSince1970:))
                )
            }
        }
    }
}
