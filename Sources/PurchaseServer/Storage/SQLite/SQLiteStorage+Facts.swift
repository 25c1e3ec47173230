import AppStoreModels
package import Entitlements
import Foundation
import GRDB

extension SQLiteStorage {
    package func save(_ notification: ReceivedNotification, schedule: @escaping Schedule) async throws -> Bool {
        try await write { database in
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
            let clock = ServerClock(now: notification.receivedAt, appStore: notification.signedDate)
            try Self.save(notification.facts, ownedBy: [], by: clock, in: database)
            try Self.reschedule(notification.facts, schedule, at: notification.receivedAt, in: database)
            return true
        }
    }

    package func facts(of customer: CustomerID) async throws -> PurchaseFacts {
        try await read { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT f.kind, f.content, f.last_stated_ms, f.digest FROM customer_chain c
                    JOIN fact f ON f.environment = c.environment
                        AND f.original_transaction_id = c.original_transaction_id
                    WHERE c.customer = ?
                    """,
                arguments: [customer.value]
            )
            return try Self.facts(in: rows)
        }
    }

    package func customers(ofOriginalTransactionID identifier: String) async throws -> [CustomerID] {
        try await read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT customer FROM customer_chain WHERE original_transaction_id = ? ORDER BY customer
                    """,
                arguments: [identifier]
            ).map(CustomerID.init(stored:))
        }
    }

    /// Adds facts, the chains they are about, and whose they are: the customers', and whoever's an account token names.
    static func save(
        _ facts: PurchaseFacts,
        ownedBy customers: [CustomerID],
        by clock: ServerClock,
        in database: Database
    ) throws {
        try clock.mendDates(of: facts.chains, in: database)
        let writer = FactWriter()
        for fact in facts.purchases { try writer.row(of: fact).save(in: database) }
        for fact in facts.renewals { try writer.row(of: fact).save(in: database) }
        let renewing = facts.subscriptionChains
        let adding = try database.cachedStatement(
            sql: """
                INSERT INTO chain (environment, original_transaction_id, renews) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET renews = max(renews, excluded.renews)
                """
        )
        for chain in facts.chains {
            try adding.execute(arguments: [
                chain.environment.rawValue, chain.originalTransactionID, renewing.contains(chain),
            ])
        }
        try link(owners(of: facts, besides: customers), at: clock.now, in: database)
    }

    /// Whose each chain is.
    private static func owners(
        of facts: PurchaseFacts,
        besides customers: [CustomerID]
    ) -> [ChainKey: Set<CustomerID>] {
        var owners: [ChainKey: Set<CustomerID>] = [:]
        for fact in facts.purchases {
            let named = fact.appAccountToken.map(CustomerID.init(appAccountToken:))
            owners[ChainKey(fact), default: Set(customers)].formUnion([named].compactMap(\.self))
        }
        return owners
    }

    private static func link(
        _ owners: [ChainKey: Set<CustomerID>],
        at date: Date,
        in database: Database
    ) throws {
        let linking = try database.cachedStatement(
            sql: """
                INSERT INTO customer_chain (customer, environment, original_transaction_id, linked_ms)
                VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
                """
        )
        for (chain, customers) in owners {
            for customer in customers {
                try linking.execute(arguments: [
                    customer.value, chain.environment.rawValue, chain.originalTransactionID, date.millisecondsSince1970,
                ])
            }
        }
    }

    /// Sets for the subscriptions among these facts when to ask next, from everything that is known about each.
    ///
    /// - Parameter date: The time by the clock that the schedule goes by.
    static func reschedule(
        _ facts: PurchaseFacts,
        _ schedule: Schedule,
        at date: Date,
        in database: Database
    ) throws {
        let reading = try database.cachedStatement(
            sql: """
                SELECT kind, content, last_stated_ms, digest FROM fact
                WHERE environment = ? AND original_transaction_id = ?
                """
        )
        let setting = try database.cachedStatement(
            sql: """
                UPDATE chain SET next_check_ms = ?, scheduled_ms = ?
                WHERE environment = ? AND original_transaction_id = ?
                """
        )
        for chain in facts.subscriptionChains {
            let key: StatementArguments = [chain.environment.rawValue, chain.originalTransactionID]
            let known = try Self.facts(in: Row.fetchCursor(reading, arguments: key))
            let next = schedule(known)?.millisecondsSince1970
            try setting.execute(arguments: [next, date.millisecondsSince1970] + key)
        }
    }

    private static func facts(in rows: RowCursor) throws -> PurchaseFacts {
        let reader = FactReader()
        var facts = PurchaseFacts()
        while let row = try rows.next() { try reader.add(row, to: &facts) }
        return facts
    }
}
