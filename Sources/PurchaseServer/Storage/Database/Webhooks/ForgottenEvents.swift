import AppStoreModels
import Foundation

/// Takes a person out of the feed of events and of what is on its way to webhooks.
struct ForgottenEvents {
    let database: StorageDatabase

    private static let transfers: [PurchaseEventType] = [.purchaseTransferredIn, .purchaseTransferredOut]

    /// Removes what was told about a person, and the person's name from what was told about others: a transfer names both.
    func remove(_ names: [CustomerID]) throws {
        let own = Set(names.map(\.value))
        let others = try names.flatMap { try transfers(of: $0.value) }.flatMap(\.parties)
        for other in Set(others).subtracting(own).sorted() { try removeNames(own, fromTransfersOf: other) }
        for name in names { try delete("customer = ?", [name.value]) }
    }

    /// Removes notifications of the App Store that were handed on: they are signed with the person's token inside.
    ///
    /// - Parameter identifier: Only this notification; nil for all about the purchase.
    func removeForwarded(about chain: ChainKey, only identifier: String? = nil) throws {
        let headers = SignedHeaderRows(database: database)
        let candidates = try StorageRow.fetchAll(
            database,
            sql: """
                SELECT e.number, e.body, n.body FROM notification_chain c
                    JOIN notification n ON n.identifier = c.identifier
                    JOIN purchase_event e ON e.created_ms = n.received_ms AND e.type = ?
                    WHERE c.environment = ? AND c.original_transaction_id = ?
                    \(identifier == nil ? "" : "AND c.identifier = ?")
                """,
            arguments: [
                PurchaseEventType.appStoreNotification.rawValue, chain.environment.rawValue,
                chain.originalTransactionID,
            ] + StorageArguments([identifier].compactMap(\.self))
        )
        for row in candidates {
            let stored: Data = try row.decode(atIndex: 2)
            guard try headers.body(of: stored) == row.decode(Data.self, atIndex: 1) else { continue }
            try delete("number = ?", [try row.decode(Int64.self, atIndex: 0)])
        }
    }

    private struct TransferEvent {
        let number: Int64
        let body: JSONObject

        /// Who is named besides the one who was told.
        var parties: [String] { [body[string: "from"], body[string: "to"]].compactMap(\.self) }
    }

    private func transfers(of customer: String) throws -> [TransferEvent] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT number, body FROM purchase_event
                WHERE customer = ? AND type IN (\(StorageArguments.places(Self.transfers.count)))
                """,
            arguments: StorageArguments([customer] + Self.transfers.map(\.rawValue))
        ).compactMap { row in
            let body = try row.decode(Data.self, atIndex: 1)
            guard let json = (try? JSONValue(parsing: body))?.object else { return nil }
            return TransferEvent(number: try row.decode(atIndex: 0), body: json)
        }
    }

    private func removeNames(_ names: Set<String>, fromTransfersOf customer: String) throws {
        for event in try transfers(of: customer) {
            var body = event.body
            for member in ["from", "to"] where body[string: member].map(names.contains) ?? false {
                body[member] = nil
            }
            guard body != event.body else { continue }
            try database.execute(
                sql: "UPDATE purchase_event SET body = ? WHERE number = ?",
                arguments: [JSONValue.object(body).jsonData, event.number]
            )
        }
    }

    private func delete(_ condition: String, _ arguments: StorageArguments) throws {
        try database.execute(
            sql: """
                DELETE FROM webhook_delivery
                WHERE event IN (SELECT number FROM purchase_event WHERE \(condition))
                """,
            arguments: arguments
        )
        try database.execute(sql: "DELETE FROM purchase_event WHERE \(condition)", arguments: arguments)
    }
}
