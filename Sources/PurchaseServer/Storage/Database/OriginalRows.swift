import AppStoreModels
import Foundation

/// Signed data as it came: for each statement the one that was signed last, so that there are never more of them than
/// statements.
struct OriginalRows {
    let database: StorageDatabase

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
                ON CONFLICT (environment, original_transaction_id, transaction_id, kind, digest) DO UPDATE SET
                    jws = excluded.jws, signed_ms = excluded.signed_ms, received_ms = excluded.received_ms
                    WHERE excluded.signed_ms > signed_original.signed_ms
                """
        )
        let forgotten = ForgottenTokens(database: database)
        for original in originals where original.jws.utf8.count <= SignedOriginal.maximumLength {
            if case .renewal(let fact) = original.statement,
                try forgotten.isForgotten(tokenIn: original.jws, of: ChainKey(fact))
            {
                continue
            }
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

    /// Where what is kept of a customer's purchases is found, the oldest first.
    ///
    /// - Parameter customer: The name that counts.
    func places(_ kind: StoredFact.Kind, of customer: CustomerID) throws -> [CustomerExport.Place] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT o.environment, o.original_transaction_id, o.transaction_id, o.digest FROM customer_chain c
                    JOIN signed_original o ON o.environment = c.environment
                        AND o.original_transaction_id = c.original_transaction_id
                WHERE c.customer = ? AND o.kind = ? ORDER BY o.signed_ms, o.transaction_id, o.digest
                """,
            arguments: [customer.value, kind.rawValue]
        ).map { row in
            let chain = ChainKey(
                environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 0)),
                originalTransactionID: try row.decode(atIndex: 1)
            )
            return CustomerExport.Place(
                kind: .signed(chain, transactionID: try row.decode(atIndex: 2), digest: try row.decode(atIndex: 3))
            )
        }
    }

    /// One of them; nil if it is gone.
    func jws(_ kind: StoredFact.Kind, of chain: ChainKey, _ transactionID: String, _ digest: Data) throws -> String? {
        let reading = try database.cachedStatement(
            sql: """
                SELECT jws FROM signed_original WHERE environment = ? AND original_transaction_id = ?
                    AND transaction_id = ? AND kind = ? AND digest = ?
                """
        )
        return try String.fetchOne(
            reading,
            arguments: [
                chain.environment.rawValue, chain.originalTransactionID, transactionID, kind.rawValue, digest,
            ]
        )
    }

    /// Removes those of a purchase whose text passes.
    func remove(of chain: ChainKey, where passes: (String) -> Bool) throws {
        let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
        let rows = try StorageRow.fetchAll(
            database,
            sql: """
                SELECT jws, transaction_id, kind, digest FROM signed_original
                WHERE environment = ? AND original_transaction_id = ?
                """,
            arguments: key
        )
        for row in rows {
            guard try passes(row.decode(String.self, atIndex: 0)) else { continue }
            try database.execute(
                sql: """
                    DELETE FROM signed_original WHERE environment = ? AND original_transaction_id = ?
                        AND transaction_id = ? AND kind = ? AND digest = ?
                    """,
                arguments: key + [
                    try row.decode(String.self, atIndex: 1), try row.decode(String.self, atIndex: 2),
                    try row.decode(Data.self, atIndex: 3),
                ]
            )
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
