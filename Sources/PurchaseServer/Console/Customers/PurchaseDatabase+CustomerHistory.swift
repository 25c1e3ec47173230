import AppStoreModels
import Entitlements
import Foundation

/// A notification as it is listed.
struct ListedNotification: Sendable, Hashable {
    let identifier: String
    let type: String
    let signedDate: Date?
    let receivedDate: Date

    var json: JSONObject {
        var json: JSONObject = ["id": .string(identifier), "type": .string(type)]
        json[milliseconds: "signedDate"] = signedDate
        json[milliseconds: "receivedDate"] = receivedDate
        return json
    }
}

extension PurchaseDatabase {
    /// What the App Store has stated about a customer's purchases, with the moments at which each was stated first and last.
    func statements(about customer: CustomerID) async throws(PurchaseServerError) -> PurchaseFacts {
        try await read { database in
            let name = try CustomerNames(database: database).customer(of: customer)
            var facts = PurchaseFacts()
            for chain in try Self.chains(of: name, in: database) {
                facts.formUnion(try Self.statements(of: chain, in: database))
            }
            return facts
        }
    }

    /// What the App Store told about a customer's purchases, the newest first.
    func notifications(about customer: CustomerID, limit: Int) async throws(PurchaseServerError) -> [ListedNotification]
    {
        try await read { database in
            let name = try CustomerNames(database: database).customer(of: customer)
            return try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT n.identifier, n.type, n.signed_ms, n.received_ms FROM customer_chain c
                    JOIN notification_chain l ON l.environment = c.environment
                        AND l.original_transaction_id = c.original_transaction_id
                    JOIN notification n ON n.identifier = l.identifier
                    WHERE c.customer = ? ORDER BY n.received_ms DESC, n.identifier LIMIT ?
                    """,
                arguments: [name.value, limit]
            ).map { row in
                let signed: Int64? = try row.decode(atIndex: 2)
                return ListedNotification(
                    identifier: try row.decode(atIndex: 0),
                    type: try row.decode(atIndex: 1),
                    signedDate: signed.map(Date.init(millisecondsSince1970:)),
                    receivedDate: Date(millisecondsSince1970: try row.decode(atIndex: 3))
                )
            }
        }
    }
}
