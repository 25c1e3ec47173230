import AppStoreModels
import Foundation
import GRDB

/// Signed data as it came: for each statement the one that was signed last, so that there are never more of them than
/// statements.
struct OriginalRows {
    let database: Database

    /// Keeps what belongs to a statement that is stored. One from which a person was taken out is not, and neither is what
    /// the person's own device sent.
    func save(_ originals: [SignedOriginal], at date: Date) throws {
        guard !originals.isEmpty else { return }
        let writer = FactWriter()
        let saving = try database.cachedStatement(
            sql: """
                INSERT INTO signed_original (environment, original_transaction_id, transaction_id, kind, digest, jws,
                        signed_ms, received_ms)
                    SELECT environment, original_transaction_id, transaction_id, kind, digest, ?, ?, ? FROM fact
                    WHERE environment = ? AND original_transaction_id = ? AND transaction_id = ? AND kind = ?
                        AND digest = ?
                ON CONFLICT DO UPDATE SET jws = excluded.jws, signed_ms = excluded.signed_ms,
                    received_ms = excluded.received_ms WHERE excluded.signed_ms > signed_ms
                """
        )
        for original in originals where original.jws.utf8.count <= SignedOriginal.maximumLength {
            let row =
                switch original.statement {
                case .purchase(let fact): try writer.row(of: fact)
                case .renewal(let fact): try writer.row(of: fact)
                }
            try saving.execute(arguments: [
                original.jws, original.statedDate.millisecondsSince1970, date.millisecondsSince1970,
                row.environment.rawValue, row.originalTransactionID, row.transactionID, row.kind.rawValue,
                StoredFact.digest(of: row.content),
            ])
        }
    }

    /// What is kept of a customer's purchases, the oldest first, a few at a time.
    ///
    /// - Parameter customer: The name that counts.
    func some(
        _ kind: StoredFact.Kind,
        of customer: CustomerID,
        after place: CustomerExport.Place,
        limit: Int
    ) throws -> [CustomerExport.Item] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT o.signed_ms, o.transaction_id, o.digest, o.jws FROM customer_chain c
                    JOIN signed_original o ON o.environment = c.environment
                        AND o.original_transaction_id = c.original_transaction_id
                WHERE c.customer = ? AND o.kind = ? AND (o.signed_ms, o.transaction_id, o.digest) > (?, ?, ?)
                ORDER BY o.signed_ms, o.transaction_id, o.digest LIMIT ?
                """,
            arguments: [
                customer.value, kind.rawValue, place.milliseconds, place.transactionID, place.digest, limit,
            ]
        ).map { row in
            var place = CustomerExport.Place(milliseconds: try row.decode(atIndex: 0))
            place.transactionID = try row.decode(atIndex: 1)
            place.digest = try row.decode(atIndex: 2)
            return CustomerExport.Item(place: place, content: .signed(try row.decode(atIndex: 3)))
        }
    }

    /// The person's token is signed with the rest, so all of it goes.
    func remove(of chain: ChainKey) throws {
        try database.execute(
            sql: "DELETE FROM signed_original WHERE environment = ? AND original_transaction_id = ?",
            arguments: [chain.environment.rawValue, chain.originalTransactionID]
        )
    }
}
