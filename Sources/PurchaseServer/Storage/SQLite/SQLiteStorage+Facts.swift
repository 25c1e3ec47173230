import AppStoreModels
package import Entitlements
import Foundation
import GRDB

extension SQLiteStorage {
    package func save(_ notification: ReceivedNotification, schedule: @escaping Schedule) async throws -> Bool {
        try await write { [events, terms] database in
            try database.cachedStatement(
                sql: """
                    INSERT INTO notification (identifier, type, signed_ms, received_ms, body) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """
            ).execute(arguments: [
                notification.identifier, notification.type, notification.signedDate?.millisecondsSince1970,
                notification.receivedAt.millisecondsSince1970, notification.body,
            ])
            guard database.changesCount > 0 else { return false }
            let clock = ServerClock(now: notification.receivedAt, appStore: notification.signedDate)
            let claims = ChainClaims(database: database, terms: terms, clock: clock, events: events)
            try Self.keep(notification.facts, from: .notification, claims)
            try Self.note(notification, in: database)
            let known = try Self.reschedule(notification.facts, schedule, at: notification.receivedAt, in: database)
            try events?.note(notification.facts.chains, known, at: notification.receivedAt, in: database)
            try events?.forward(notification, in: database)
            try Self.noteRefundRequest(notification, in: database)
            return true
        }
    }

    /// Adds facts and says whose the purchases are: the one way by which anything that was stated comes in.
    @discardableResult
    static func keep(
        _ facts: PurchaseFacts,
        from source: ChainClaims.Source,
        _ claims: ChainClaims
    ) throws -> ClaimOutcome {
        // Nothing that the App Store repeats brings a person back who was erased.
        let kept = try ForgottenTokens(database: claims.database).removed(from: facts)
        try save(kept, by: claims.clock, in: claims.database)
        return try claims.claim(kept, from: source)
    }

    package func facts(of customer: CustomerID) async throws -> PurchaseFacts {
        try await read { database in
            try Self.facts(of: try CustomerNames(database: database).customer(of: customer), in: database)
        }
    }

    /// - Parameter customer: The one whom aliases stand for.
    static func facts(of customer: CustomerID, in database: Database) throws -> PurchaseFacts {
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
        return try facts(in: rows)
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

    /// Adds facts and the chains they are about; whose they are is said by ``ChainClaims``.
    static func save(
        _ facts: PurchaseFacts,
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
    }

    /// Keeps which purchases a notification is about.
    private static func note(_ notification: ReceivedNotification, in database: Database) throws {
        let noting = try database.cachedStatement(
            sql: """
                INSERT INTO notification_chain (environment, original_transaction_id, identifier) VALUES (?, ?, ?)
                ON CONFLICT DO NOTHING
                """
        )
        for chain in notification.facts.chains {
            try noting.execute(arguments: [
                chain.environment.rawValue, chain.originalTransactionID, notification.identifier,
            ])
        }
    }

    /// Sets for the subscriptions among these facts when to ask next, from everything that is known about each.
    ///
    /// - Parameter date: The time by the clock that the schedule goes by.
    /// - Returns: Everything that is known about each.
    static func reschedule(
        _ facts: PurchaseFacts,
        _ schedule: Schedule,
        at date: Date,
        in database: Database
    ) throws -> [ChainKey: PurchaseFacts] {
        var known: [ChainKey: PurchaseFacts] = [:]
        let setting = try database.cachedStatement(
            sql: """
                UPDATE chain SET next_check_ms = ?, scheduled_ms = ?
                WHERE environment = ? AND original_transaction_id = ?
                """
        )
        for chain in facts.subscriptionChains {
            let key: StatementArguments = [chain.environment.rawValue, chain.originalTransactionID]
            let all = try Self.facts(of: chain, in: database)
            known[chain] = all
            let next = schedule(all)?.millisecondsSince1970
            try setting.execute(arguments: [next, date.millisecondsSince1970] + key)
        }
        return known
    }

    /// Everything known about a chain.
    static func facts(of chain: ChainKey, in database: Database) throws -> PurchaseFacts {
        let reading = try database.cachedStatement(
            sql: """
                SELECT kind, content, last_stated_ms, digest FROM fact
                WHERE environment = ? AND original_transaction_id = ?
                """
        )
        let key: StatementArguments = [chain.environment.rawValue, chain.originalTransactionID]
        return try facts(in: Row.fetchCursor(reading, arguments: key))
    }

    /// The facts of rows with the columns that ``FactReader`` reads.
    static func facts(in rows: RowCursor) throws -> PurchaseFacts {
        let reader = FactReader()
        var facts = PurchaseFacts()
        while let row = try rows.next() { try reader.add(row, to: &facts) }
        return facts
    }
}
