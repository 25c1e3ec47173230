import AppStoreModels
import Entitlements
import Foundation

extension PurchaseDatabase {
    /// What came of rows before, by their digests.
    func importOutcomes(of digests: [Data]) async throws(PurchaseServerError) -> [Data: ImportOutcome] {
        try await read { try Self.importOutcomes(of: digests, in: $0) }
    }

    static func importOutcomes(of digests: [Data], in database: StorageDatabase) throws -> [Data: ImportOutcome] {
        guard !digests.isEmpty else { return [:] }
        let rows = try StorageRow.fetchAll(
            database,
            sql: """
                SELECT digest, code, detail FROM import_row
                WHERE digest IN (\(StorageArguments.places(digests.count)))
                """,
            arguments: StorageArguments(digests)
        )
        return try rows.reduce(into: [:]) { outcomes, row in
            // One that a newer version wrote is asked about again.
            guard let code = ImportOutcome.Code(rawValue: try row.decode(atIndex: 1)) else { return }
            outcomes[try row.decode(Data.self, atIndex: 0)] = ImportOutcome(code, try row.decode(atIndex: 2))
        }
    }

    func keep(
        _ outcome: ImportOutcome,
        of row: ImportRow,
        from source: String,
        at date: Date
    ) async throws(PurchaseServerError) {
        try await write { database in
            try database.cachedStatement(
                sql: """
                    INSERT INTO import_row (digest, source, row, identifier, code, detail, settled_ms)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (digest) DO UPDATE SET source = excluded.source, row = excluded.row,
                        code = excluded.code, detail = excluded.detail, settled_ms = excluded.settled_ms
                    """
            ).execute(arguments: [
                row.digest, source, row.number, row.identifier, outcome.code.rawValue, outcome.detail,
                date.millisecondsSince1970,
            ])
        }
    }

    /// How long it is kept what came of a row, in milliseconds: a year. The same list is asked about again after that.
    private static let rowAge: Int64 = 365 * 86_400_000

    /// Forgets what came of rows long ago.
    func forgetImportRows(at date: Date) async throws(PurchaseServerError) {
        let (cut, portion) = (date.millisecondsSince1970 - Self.rowAge, 5_000)
        var count = portion
        while count == portion {
            count = try await write { database in
                try database.execute(
                    sql: """
                        DELETE FROM import_row WHERE digest IN (
                            SELECT digest FROM import_row WHERE settled_ms < ? LIMIT ?)
                        """,
                    arguments: [cut, portion]
                )
                return try database.changesCount
            }
        }
    }

    /// Keeps what else an App Store account has bought, for whoever shows that it is theirs, or else for a customer in the end.
    func keepLeftovers(
        _ facts: PurchaseFacts,
        of row: ImportRow,
        at date: Date,
        _ schedule: @escaping Schedule
    ) async throws(PurchaseServerError) {
        guard !facts.purchases.isEmpty else { return }
        try await write { [events, terms] database in
            let owner = try CustomerNames(database: database).remember(row.customer, at: date)
            let clock = ServerClock(now: date, statement: .answered(facts.newestStatement))
            let claims = ChainClaims(database: database, terms: terms, clock: clock)
            let kept = try Self.keep(facts, from: .notification, claims)
            let noting = try database.cachedStatement(
                sql: """
                    INSERT INTO import_leftover (environment, original_transaction_id, customer, row)
                    VALUES (?, ?, ?, ?)
                    ON CONFLICT (environment, original_transaction_id) DO UPDATE SET row = excluded.row,
                        customer = excluded.customer WHERE excluded.row < import_leftover.row
                    """
            )
            for chain in facts.chains {
                try noting.execute(arguments: [
                    chain.environment.rawValue, chain.originalTransactionID, owner.person, row.number,
                ])
            }
            let known = try Self.reschedule(kept, schedule, clock, in: database)
            try events?.note(kept, known, at: date, in: database)
        }
    }

    /// Gives what is nobody's at the end of an import to the customers on whose accounts it was found.
    func giveLeftovers(at date: Date) async throws(PurchaseServerError) {
        while try await giveSomeLeftovers(at: date) {}
    }

    private func giveSomeLeftovers(at date: Date) async throws(PurchaseServerError) -> Bool {
        let portion = 500
        return try await write { [events] database in
            let rows = try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT l.environment, l.original_transaction_id, coalesce(o.name, n.name) FROM import_leftover l
                    LEFT JOIN customer_name n ON n.number = l.customer
                    LEFT JOIN customer_name o ON o.number = n.owner LIMIT ?
                    """,
                arguments: [portion]
            )
            for row in rows {
                let chain = ChainKey(
                    environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 0)),
                    originalTransactionID: try row.decode(atIndex: 1)
                )
                let owners = ChainOwners(database: database, chain: chain)
                // Who was erased meanwhile has no name.
                if let name = try row.decode(String?.self, atIndex: 2), try owners.all().isEmpty {
                    let customer = try CustomerID(stored: name)
                    try owners.add(customer, at: date, linkedAt: date)
                    try events?.noteBalances(of: customer, at: date, in: database)
                }
                try database.execute(
                    sql: "DELETE FROM import_leftover WHERE environment = ? AND original_transaction_id = ?",
                    arguments: [chain.environment.rawValue, chain.originalTransactionID]
                )
            }
            return rows.count == portion
        }
    }
}
