import AppStoreModels
import Foundation

extension PurchaseDatabase {
    /// By any name of the customer, as events are told.
    static let customerDeliveriesStatement = """
        SELECT d.*, e.identifier AS event_identifier, e.type FROM purchase_event e
        JOIN webhook_delivery d ON d.event = e.number
        WHERE e.customer IN (\(CustomerNames.all(of: "?1")))
        ORDER BY e.number DESC, d.identifier LIMIT ?2
        """

    /// What of a customer's events was sent to webhooks, and how that stands; the newest event first.
    func deliveries(about customer: CustomerID, limit: Int) async throws(PurchaseServerError) -> [WebhookDelivery] {
        try await read { database in
            let name = try CustomerNames(database: database).customer(of: customer)
            return try StorageRow.fetchAll(
                database,
                sql: Self.customerDeliveriesStatement,
                arguments: [name.value, limit]
            ).map(Self.delivery)
        }
    }
}
