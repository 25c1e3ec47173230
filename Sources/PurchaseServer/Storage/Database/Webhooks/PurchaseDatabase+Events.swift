import AppStoreModels
import Entitlements
package import Foundation
import GRDB
import Logging

extension PurchaseDatabase {
    package func noteTimePassing(at date: Date, limit: Int) async throws -> Int {
        guard let events else { return 0 }
        // What is passed over is told afterwards: a change may be tried twice before it is carried out.
        let (count, passed) = try await write { database in
            let chains = try Self.changingChains(at: date, limit: limit, in: database)
            var passed: [PassedOver] = []
            do {
                try Self.note(chains, events, at: date, in: database)
            } catch let error where Self.isDamage(error) {
                // One that cannot be read must not keep all others from being told.
                for chain in chains {
                    if let error = try Self.noteOrPassOver(chain, events, at: date, in: database) {
                        passed.append(PassedOver(what: "a purchase", reason: "\(error)"))
                    }
                }
            }
            let ended = try events.noteEndedGrants(at: date, limit: limit, in: database)
            return (max(chains.count, ended.count), passed + ended.passed)
        }
        for one in passed { logger.error("\(one.what) was passed over", metadata: ["error": "\(one.reason)"]) }
        return count
    }

    /// What could not be read, and was left out so that the others are told.
    struct PassedOver: Sendable {
        let what: String
        let reason: String
    }

    private static func note(
        _ chains: [ChainKey],
        _ events: EventWriter,
        at date: Date,
        in database: StorageDatabase
    ) throws {
        try database.inSavepoint {
            try events.note(chains, at: date, in: database)
        }
    }

    /// - Returns: Why it was passed over, if it was.
    private static func noteOrPassOver(
        _ chain: ChainKey,
        _ events: EventWriter,
        at date: Date,
        in database: StorageDatabase
    ) throws -> (any Error)? {
        do {
            try note([chain], events, at: date, in: database)
            return nil
        } catch let error where isDamage(error) {
            try passOver(chain, in: database)
            return error
        }
    }

    /// Whether an error says that a row cannot be read; others say that nothing can be.
    static func isDamage(_ error: any Error) -> Bool {
        error is RowDecodingError || error is DecodingError
            || (error as? PurchaseServerError)?.code == .databaseDamaged
    }

    private static func changingChains(at date: Date, limit: Int, in database: StorageDatabase) throws -> [ChainKey] {
        try StorageRow.fetchAll(
            database,
            sql: """
                SELECT environment, original_transaction_id FROM purchase_standing
                WHERE next_change_ms <= ? ORDER BY next_change_ms LIMIT ?
                """,
            arguments: [date.millisecondsSince1970, limit]
        ).map { row in
            ChainKey(
                environment: AppStoreEnvironment(rawValue: try row.decode(forColumn: "environment")),
                originalTransactionID: try row.decode(forColumn: "original_transaction_id")
            )
        }
    }

    /// Time alone is not looked at any more for a purchase; what the App Store states next about it is.
    private static func passOver(_ chain: ChainKey, in database: StorageDatabase) throws {
        try database.execute(
            sql: """
                UPDATE purchase_standing SET next_change_ms = NULL
                WHERE environment = ? AND original_transaction_id = ?
                """,
            arguments: [chain.environment.rawValue, chain.originalTransactionID]
        )
    }

    package func events(
        after number: Int64,
        of customer: CustomerID?,
        limit: Int
    ) async throws -> [StoredPurchaseEvent] {
        try await read { database in
            // What was told under an older name is about the same person.
            let names = try customer.map { try Self.names(of: $0, in: database) }
            let chosen = names.map { "AND customer IN (\(StorageArguments.places($0.count)))" }
            let place = try EventPlace(after: number, in: database)
            return try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT number, identifier, type, customer, created_ms, body FROM purchase_event
                    WHERE \(place.condition) \(chosen ?? "") AND type NOT IN (?, ?) ORDER BY \(place.order) LIMIT ?
                    """,
                arguments: place.arguments + StorageArguments(names ?? []) + [
                    PurchaseEventType.test.rawValue, PurchaseEventType.appStoreNotification.rawValue, limit,
                ]
            ).map { row in
                StoredPurchaseEvent(
                    number: try row.decode(forColumn: "number"),
                    identifier: try row.decode(forColumn: "identifier"),
                    type: PurchaseEventType(rawValue: try row.decode(forColumn: "type")),
                    customer: try row.decode(String?.self, forColumn: "customer").map(CustomerID.init(stored:)),
                    createdDate: Date(millisecondsSince1970: try row.decode(forColumn: "created_ms")),
                    body: try row.decode(forColumn: "body")
                )
            }
        }
    }

    /// All names of whoever is meant by one.
    private static func names(of customer: CustomerID, in database: StorageDatabase) throws -> [String] {
        let names = CustomerNames(database: database)
        guard let found = try names.find(customer) else { return [customer.value] }
        return try [found.customer.value] + names.aliases(of: found.person).map(\.alias.value)
    }

    package func forgetEvents(before date: Date, limit: Int) async throws -> Int {
        try await write { database in
            let cut = date.millisecondsSince1970
            try database.execute(
                sql: """
                    DELETE FROM webhook_delivery WHERE identifier IN (
                        SELECT identifier FROM webhook_delivery WHERE created_ms < ? AND state <> 'pending' LIMIT ?)
                    """,
                arguments: [cut, limit]
            )
            // An event that is still on its way somewhere stays.
            try database.execute(
                sql: """
                    DELETE FROM purchase_event WHERE number IN (
                        SELECT number FROM purchase_event e WHERE created_ms < ?
                            AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE event = e.number) LIMIT ?)
                    """,
                arguments: [cut, limit]
            )
            let forgotten = try database.changesCount
            try Self.forgetRefundRequests(before: date, limit: limit, in: database)
            return forgotten
        }
    }
}
