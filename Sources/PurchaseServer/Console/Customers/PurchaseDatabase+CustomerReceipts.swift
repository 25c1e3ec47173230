import AppStoreModels
import Foundation

/// A receipt that is kept of a customer.
struct StoredReceipt: Sendable, Hashable {
    let data: Data
    /// Whether the App Store is still to be heard about it.
    let isWaiting: Bool
}

extension PurchaseDatabase {
    /// The newest receipt of each purchase, each once however many purchases it has.
    static let receiptsStatement = """
        SELECT r.receipt FROM latest_receipt r WHERE r.id IN (
            SELECT h.latest_receipt_id FROM customer_chain c
            JOIN chain h ON h.environment = c.environment AND h.original_transaction_id = c.original_transaction_id
            WHERE c.customer = ? AND h.latest_receipt_id IS NOT NULL)
        ORDER BY r.id DESC LIMIT ?
        """

    /// What waits for the App Store, by any name of the customer.
    static let waitingReceiptsStatement = """
        SELECT receipt FROM upload WHERE status = 'pending' AND customer IN (\(CustomerNames.all(of: "?1")))
        ORDER BY id DESC LIMIT ?2
        """

    /// The receipts of a customer, what waits for the App Store first.
    func receipts(of customer: CustomerID, limit: Int) async throws(PurchaseServerError) -> [StoredReceipt] {
        try await read { database in
            let name = try CustomerNames(database: database).customer(of: customer)
            let waiting = try Data.fetchAll(
                database,
                sql: Self.waitingReceiptsStatement,
                arguments: [name.value, limit]
            )
            let kept = try Data.fetchAll(database, sql: Self.receiptsStatement, arguments: [name.value, limit])
            return waiting.map { StoredReceipt(data: $0, isWaiting: true) }
                + kept.map { StoredReceipt(data: $0, isWaiting: false) }
        }
    }
}
