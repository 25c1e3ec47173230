import AppStoreModels
package import Entitlements
import Foundation

extension PurchaseDatabase {
    package func save(_ notification: ReceivedNotification, schedule: @escaping Schedule) async throws -> Bool {
        let packed = PackedBody(notification.body, recent: recentHeaders)
        let headers = packed?.headers ?? []
        let missing = knownHeaders.missing(of: headers)
        let isNew = try await write(.stated(notification.facts)) { [events, terms] database in
            // Nothing that the App Store repeats brings a person back who was erased, nor what is signed about them.
            let told = try ForgottenTokens(database: database).removed(from: notification)
            let body = told.body.isEmpty ? told.body : packed?.octets ?? told.body
            try database.cachedStatement(
                sql: """
                    INSERT INTO notification (identifier, type, signed_ms, received_ms, body) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """
            ).execute(arguments: [
                notification.identifier, notification.type, notification.signedDate?.millisecondsSince1970,
                notification.receivedAt.millisecondsSince1970, body,
            ])
            guard try database.changesCount > 0 else { return false }
            try SignedHeaderRows(database: database).save(missing)
            let clock = ServerClock(now: notification.receivedAt, statement: .earlier)
            let claims = ChainClaims(database: database, terms: terms, clock: clock, events: events)
            let receipt = try notification.latestReceipt.flatMap { try Self.keep($0, in: database) }
            let kept = try Self.keep(cleaned: told.facts, from: .notification, claims, receipt: receipt)
            if let receipt { try Self.point(kept, to: receipt, in: database) }
            try Self.note(notification, in: database)
            // What comes with a receipt is not signed and has no date: the App Store is asked at once what holds.
            let known = try Self.reschedule(kept, schedule, clock, isDue: receipt != nil, in: database)
            if let events {
                var afterwards = try events.note(kept, known, at: notification.receivedAt, in: database)
                if !told.body.isEmpty { try events.forward(told, &afterwards, in: database) }
            }
            try Self.noteRefundRequest(notification, in: database)
            return true
        }
        if isNew { knownHeaders.note(missing) }
        return isNew
    }

    /// Adds facts and says whose the purchases are: the one way by which anything that was stated comes in.
    ///
    /// - Parameter receipt: The number of the receipt that is the newest of all of them; ``point(_:to:in:)`` follows for those
    ///   that were known before.
    static func keep(
        _ facts: PurchaseFacts,
        from source: ChainClaims.Source,
        _ claims: ChainClaims,
        receipt: Int64? = nil
    ) throws -> KeptFacts {
        // Nothing that the App Store repeats brings a person back who was erased.
        let cleaned = try ForgottenTokens(database: claims.database).removed(from: facts)
        return try keep(cleaned: cleaned, from: source, claims, receipt: receipt)
    }

    /// - Parameter facts: Without the tokens of people who were erased.
    private static func keep(
        cleaned facts: PurchaseFacts,
        from source: ChainClaims.Source,
        _ claims: ChainClaims,
        receipt: Int64?
    ) throws -> KeptFacts {
        let stated = StatedChains(facts)
        let new = try add(stated, receipt: receipt, in: claims.database)
        try claims.clock.mendDates(of: stated.keys.filter { !new.contains($0) }, in: claims.database)
        try save(stated, in: claims.database)
        let rules = new.count < OtherCores.minimumCount ? nil : try claims.rulesOfAll(from: source)
        let ahead = NewPurchases.ahead(stated, of: new, at: claims.clock.now, rules)
        let claimed = try claims.claim(stated, new: new, from: source)
        let news = try ahead.next() ?? NewPurchases(stated, of: new, at: claims.clock.now, rules)
        return KeptFacts(stated, new: new, news, claimed)
    }

    package func facts(of customer: CustomerID) async throws -> PurchaseFacts {
        try await read { database in
            try Self.facts(of: try CustomerNames(database: database).customer(of: customer), in: database)
        }
    }

    /// - Parameter customer: The one whom aliases stand for.
    static func facts(of customer: CustomerID, in database: StorageDatabase) throws -> PurchaseFacts {
        let reading = try database.cachedStatement(
            sql: """
                SELECT f.kind, f.content, f.last_stated_ms, f.digest FROM customer_chain c
                JOIN fact f ON f.environment = c.environment
                    AND f.original_transaction_id = c.original_transaction_id
                WHERE c.customer = ?
                """
        )
        return try facts(in: StorageRow.fetchCursor(reading, arguments: [customer.value]))
    }

    /// - Parameter customer: The one whom aliases stand for.
    static func chains(of customer: CustomerID, in database: StorageDatabase) throws -> [ChainKey] {
        let reading = try database.cachedStatement(
            sql: "SELECT environment, original_transaction_id FROM customer_chain WHERE customer = ?"
        )
        return try StorageRow.fetchAll(reading, arguments: [customer.value]).map { row in
            ChainKey(
                environment: AppStoreEnvironment(rawValue: try row.decode(atIndex: 0)),
                originalTransactionID: try row.decode(atIndex: 1)
            )
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

    private static func save(_ stated: StatedChains, in database: StorageDatabase) throws {
        let writer = FactWriter()
        let adding = try StoredFact.adding(in: database)
        var products = ChainProducts()
        let rows = stated.purchaseRows(by: writer)
        while let row = try rows.next() {
            if try row.fact.save(by: adding, in: database) { products.note(row.productID, of: row.chain) }
        }
        try products.save(in: database)
        for chain in stated.all {
            for fact in chain.renewals { try writer.row(of: fact).save(by: adding, in: database) }
        }
    }

    /// Adds the chains that facts are about; whose they are is said by ``ChainClaims``.
    ///
    /// - Returns: Those of which nothing was known before.
    private static func add(
        _ stated: StatedChains,
        receipt: Int64?,
        in database: StorageDatabase
    ) throws -> Set<ChainKey> {
        let adding = try database.cachedStatement(
            sql: """
                INSERT INTO chain (environment, original_transaction_id, renews, latest_receipt_id) VALUES (?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """
        )
        let marking = try database.cachedStatement(
            sql: """
                UPDATE chain SET renews = TRUE WHERE environment = ? AND original_transaction_id = ? AND NOT renews
                """
        )
        var new: Set<ChainKey> = []
        for chain in stated.all {
            let (environment, identifier) = (chain.key.environment.rawValue, chain.key.originalTransactionID)
            let renews = chain.renews
            try adding.execute(arguments: [environment, identifier, renews, receipt])
            if try database.changesCount > 0 {
                new.insert(chain.key)
            } else if renews {
                try marking.execute(arguments: [environment, identifier])
            }
        }
        return new
    }

    /// Keeps which purchases a notification is about.
    private static func note(_ notification: ReceivedNotification, in database: StorageDatabase) throws {
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

    /// Sets for the subscriptions among facts that were kept when to ask next, from everything that is known about each.
    ///
    /// - Parameters:
    ///   - clock: The one that the schedule goes by.
    ///   - isDue: Whether to ask at once, whatever the schedule says.
    /// - Returns: Everything that is known about each, and about what is new.
    static func reschedule(
        _ kept: KeptFacts,
        _ schedule: Schedule,
        _ clock: ServerClock,
        isDue: Bool = false,
        in database: StorageDatabase
    ) throws -> [ChainKey: PurchaseFacts] {
        var known = kept.news.known
        let setting = try database.cachedStatement(
            sql: """
                UPDATE chain SET next_check_ms = ?, scheduled_ms = ?
                WHERE environment = ? AND original_transaction_id = ?
                """
        )
        for chain in kept.subscriptionChains {
            let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
            let all = try known[chain] ?? Self.facts(of: chain, in: database)
            known[chain] = all
            let next = isDue || clock.hasToAsk(about: all) ? clock.now : schedule(all)
            try setting.execute(
                arguments: [next?.millisecondsSince1970, clock.now.millisecondsSince1970] + key
            )
        }
        return known
    }

    /// Everything known about a chain.
    static func facts(of chain: ChainKey, in database: StorageDatabase) throws -> PurchaseFacts {
        let reading = try database.cachedStatement(
            sql: """
                SELECT kind, content, last_stated_ms, digest FROM fact
                WHERE environment = ? AND original_transaction_id = ?
                """
        )
        let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
        return try facts(in: StorageRow.fetchCursor(reading, arguments: key))
    }

    /// The facts of a chain with the moments at which each was stated first and last.
    static func statements(of chain: ChainKey, in database: StorageDatabase) throws -> PurchaseFacts {
        let reading = try database.cachedStatement(
            sql: """
                SELECT kind, content, last_stated_ms, digest, first_stated_ms FROM fact
                WHERE environment = ? AND original_transaction_id = ?
                """
        )
        let key: StorageArguments = [chain.environment.rawValue, chain.originalTransactionID]
        var facts = PurchaseFacts()
        let rows = try StorageRow.fetchCursor(reading, arguments: key)
        while let row = try rows.next() { try FactReader().addBoth(row, to: &facts) }
        return facts
    }

    /// The facts of rows with the columns that ``FactReader`` reads.
    static func facts(in rows: StorageRowCursor) throws -> PurchaseFacts {
        let reader = FactReader()
        var facts = PurchaseFacts()
        while let row = try rows.next() { try reader.add(row, to: &facts) }
        return facts
    }
}
