import AppStoreModels
package import Entitlements
package import Foundation

extension PurchaseDatabase: SubscriptionStorage {
    package func record(
        _ facts: PurchaseFacts,
        of customer: CustomerID,
        originals: [SignedOriginal],
        receivedAt: Date,
        answerDate: Date?,
        schedule: @escaping Schedule
    ) async throws -> ClaimOutcome {
        try await write(.stated(facts, and: [customer])) { [events, terms] database in
            let clock = ServerClock(
                now: receivedAt,
                statement: answerDate.map(ServerClock.Statement.answered) ?? .earlier
            )
            let owner = try CustomerNames(database: database).remember(customer, at: receivedAt)
            let claims = ChainClaims(database: database, terms: terms, clock: clock, events: events)
            let kept = try Self.keep(facts, from: .upload(owner), claims)
            try OriginalRows(database: database).save(originals, at: receivedAt)
            let known = try Self.reschedule(kept, schedule, clock, in: database)
            try events?.note(kept, known, at: receivedAt, in: database)
            return kept.outcome
        }
    }

    package func record(
        _ facts: PurchaseFacts,
        about subscription: DueSubscription,
        receivedAt: Date,
        schedule: @escaping Schedule
    ) async throws {
        try await write(.stated(facts, chains: [ChainKey(subscription)])) { [events, terms] database in
            // Other subscriptions of the same person, which the answer names, too, belong to whoever this one belongs to.
            let owners = try Self.owners(
                of: ChainKey(subscription),
                in: database
            )
            let clock = ServerClock(now: receivedAt, statement: .answered(facts.newestStatement))
            let claims = ChainClaims(
                database: database,
                terms: terms,
                clock: clock,
                bundleID: subscription.bundleID,
                events: events
            )
            let kept = try Self.keep(facts, from: .poll(owners), claims)
            // One that the answer is silent about must not stay due for ever.
            try Self.settle(subscription, nextCheck: nil, failed: false, in: database)
            let known = try Self.reschedule(kept, schedule, clock, in: database)
            try events?.note(kept, known, at: receivedAt, in: database)
        }
    }

    package func subscriptions(dueAt date: Date, limit: Int) async throws -> [DueSubscription] {
        try await subscriptions(dueAt: date, limit: limit, askedOf: nil)
    }

    /// - Parameter store: Only those that this App Store is asked about; nil for all.
    func subscriptions(dueAt date: Date, limit: Int, askedOf store: AskedAppStore?) async throws -> [DueSubscription] {
        try await read { database in
            let now = date.millisecondsSince1970
            return try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT environment, original_transaction_id, failed_checks FROM chain
                    WHERE renews AND latest_receipt_id IS NULL AND (next_check_ms <= ? OR scheduled_ms > ?)
                    AND \(AskedAppStore.condition(store, on: "environment"))
                    ORDER BY next_check_ms, original_transaction_id LIMIT ?
                    """,
                arguments: [now, Self.latestMoment(at: date), limit]
            ).map { try Self.dueSubscription($0, in: database) }
        }
    }

    package func subscriptions(ofReceipt receiptID: Int64) async throws -> [DueSubscription] {
        try await read { database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT environment, original_transaction_id, failed_checks FROM chain
                    WHERE renews AND latest_receipt_id = ? ORDER BY next_check_ms, original_transaction_id
                    """,
                arguments: [receiptID]
            ).map { try Self.dueSubscription($0, in: database) }
        }
    }

    static func dueSubscription(_ row: StorageRow, in database: StorageDatabase) throws -> DueSubscription {
        let chain = ChainKey(
            environment: AppStoreEnvironment(rawValue: try row.decode(forColumn: "environment")),
            originalTransactionID: try row.decode(forColumn: "original_transaction_id")
        )
        let newest = try facts(of: chain, in: database).purchases.max { $0.statedDate < $1.statedDate }
        return DueSubscription(
            environment: chain.environment,
            originalTransactionID: chain.originalTransactionID,
            bundleID: newest?.bundleID,
            failedChecks: try row.decode(forColumn: "failed_checks")
        )
    }

    package func postpone(_ subscription: DueSubscription, until date: Date?) async throws {
        try await write(.independent) { database in
            try Self.settle(subscription, nextCheck: date, failed: true, in: database)
        }
    }

    /// Whose a purchase is, who claimed it last at the end.
    static func owners(
        of chain: ChainKey,
        in database: StorageDatabase
    ) throws -> [CustomerNames.Found] {
        let names = CustomerNames(database: database)
        return try String.fetchAll(
            database,
            sql: """
                SELECT customer FROM customer_chain WHERE environment = ? AND original_transaction_id = ?
                ORDER BY claimed_ms, customer
                """,
            arguments: [chain.environment.rawValue, chain.originalTransactionID]
        ).compactMap { try names.find(CustomerID(stored: $0)) }
    }

    private static func settle(
        _ subscription: DueSubscription,
        nextCheck: Date?,
        failed: Bool,
        in database: StorageDatabase
    ) throws {
        let next = nextCheck?.millisecondsSince1970
        try database.execute(
            sql: """
                UPDATE chain SET next_check_ms = ?, scheduled_ms = ?, failed_checks = CASE WHEN ? THEN failed_checks + 1
                    ELSE 0 END WHERE environment = ? AND original_transaction_id = ?
                """,
            arguments: [next, next, failed, subscription.environment.rawValue, subscription.originalTransactionID]
        )
    }
}

extension ChainKey {
    fileprivate init(_ subscription: DueSubscription) {
        self.init(
            environment: subscription.environment,
            originalTransactionID: subscription.originalTransactionID
        )
    }
}
