import AppStoreModels
public import Entitlements
import Foundation
import GRDB

extension SQLiteStorage {
    public func save(_ notification: ReceivedNotification, schedule: @escaping Schedule) async throws -> Bool {
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO notification (identifier, type, signed_ms, received_ms, body) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """,
                arguments: [
                    notification.identifier, notification.type, notification.signedDate?.millisecondsSince1970,
                    notification.receivedAt.millisecondsSince1970, notification.body,
                ]
            )
            guard database.changesCount > 0 else { return false }
            try Self.save(notification.facts, ownedBy: [], at: notification.receivedAt, in: database)
            try Self.reschedule(notification.facts, schedule, in: database)
            return true
        }
    }

    public func facts(of customer: CustomerID) async throws -> PurchaseFacts {
        try await pool.read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT f.kind, f.content, f.last_stated_ms FROM customer_chain c
                    JOIN fact f ON f.environment = c.environment
                        AND f.original_transaction_id = c.original_transaction_id
                    WHERE c.customer = ?
                    """,
                arguments: [customer.value]
            )
            return try Self.facts(in: rows)
        }
    }

    public func customers(ofOriginalTransactionID identifier: String) async throws -> [CustomerID] {
        try await pool.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT customer FROM customer_chain WHERE original_transaction_id = ? ORDER BY customer
                    """,
                arguments: [identifier]
            ).compactMap { CustomerID($0) }
        }
    }

    /// Adds facts, the chains they are about, and whose they are: the customers', and whoever's an account token names.
    static func save(
        _ facts: PurchaseFacts,
        ownedBy customers: [CustomerID],
        at date: Date,
        in database: Database
    ) throws {
        for fact in facts.purchases {
            try StoredFact(fact).save(in: database)
            let named = fact.appAccountToken.map(CustomerID.init(appAccountToken:))
            for owner in Set(customers + [named].compactMap(\.self)) {
                try link(owner, to: ChainKey(fact), at: date, in: database)
            }
        }
        for fact in facts.renewals { try StoredFact(fact).save(in: database) }
        for chain in facts.chains {
            try database.execute(
                sql: "INSERT INTO chain (environment, original_transaction_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [chain.environment.rawValue, chain.originalTransactionID]
            )
        }
    }

    /// Sets for the subscriptions among these facts when to ask next, from everything that is known about each.
    static func reschedule(_ facts: PurchaseFacts, _ schedule: Schedule, in database: Database) throws {
        for chain in facts.subscriptionChains {
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT kind, content, last_stated_ms FROM fact
                    WHERE environment = ? AND original_transaction_id = ?
                    """,
                arguments: [chain.environment.rawValue, chain.originalTransactionID]
            )
            try database.execute(
                sql: "UPDATE chain SET next_check_ms = ? WHERE environment = ? AND original_transaction_id = ?",
                arguments: [
                    schedule(try Self.facts(in: rows))?.millisecondsSince1970, chain.environment.rawValue,
                    chain.originalTransactionID,
                ]
            )
        }
    }

    private static func facts(in rows: RowCursor) throws -> PurchaseFacts {
        var facts = PurchaseFacts()
        while let row = try rows.next() { try StoredFact.add(row, to: &facts) }
        return facts
    }

    private static func link(_ customer: CustomerID, to chain: ChainKey, at date: Date, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO customer_chain (customer, environment, original_transaction_id, linked_ms)
                VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
            arguments: [
                customer.value, chain.environment.rawValue, chain.originalTransactionID, date.millisecondsSince1970,
            ]
        )
    }
}
