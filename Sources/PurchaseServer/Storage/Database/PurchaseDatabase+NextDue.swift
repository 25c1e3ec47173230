import AppStoreModels
import Foundation

extension PurchaseDatabase {
    /// When the poller has something to ask next; nil if nothing waits.
    ///
    /// - Parameter asksServerAPI: Whether subscriptions without a receipt are asked about.
    func nextPoll(asksServerAPI: Bool) async throws -> Date? {
        try await read { database in
            let dates = [
                try Int64.fetchOne(
                    database.cachedStatement(sql: "SELECT min(due_ms) FROM upload WHERE status = 'pending'")
                ),
                try Int64.fetchOne(
                    database.cachedStatement(
                        sql: """
                            SELECT next_check_ms FROM chain WHERE next_check_ms IS NOT NULL AND renews
                            \(asksServerAPI ? "" : "AND latest_receipt_id IS NOT NULL") ORDER BY next_check_ms LIMIT 1
                            """
                    )
                ),
            ]
            return dates.compactMap(\.self).min().map(Date.init(millisecondsSince1970:))
        }
    }
}
