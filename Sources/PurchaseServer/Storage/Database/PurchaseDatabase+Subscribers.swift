import AppStoreModels
import Entitlements
package import Foundation

extension PurchaseDatabase: SubscriberStorage {
    /// How exactly it is known when a customer was last there, in milliseconds; each visit written down would cost a write.
    private static let visitInterval: Int64 = 60_000

    package func meet(_ customer: CustomerID, on platform: String?, at date: Date) async throws -> Bool {
        let now = date.millisecondsSince1970
        let isNoted = try await read { database in
            guard let found = try CustomerNames(database: database).find(customer), found.isKnown else { return false }
            guard platform != nil else { return true }
            return try Bool.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM customer_visit
                            WHERE customer = ?1 AND (platform = ?2 OR platform IS NULL AND ?2 IS NULL)
                                AND seen_ms BETWEEN ?3 AND ?4)
                        """
                ),
                arguments: [found.person, platform, now - Self.visitInterval + 1, now]
            ) ?? false
        }
        guard !isNoted else { return false }
        return try await write { database in
            let names = CustomerNames(database: database)
            let isNew = try names.find(customer)?.isKnown != true
            let found = try names.remember(customer, at: date)
            guard let platform else { return isNew }
            try database.execute(
                sql: """
                    INSERT INTO customer_visit (customer, seen_ms, platform) VALUES (?, ?, ?)
                    ON CONFLICT (customer) DO UPDATE SET platform = excluded.platform,
                        seen_ms = CASE WHEN customer_visit.seen_ms BETWEEN excluded.seen_ms AND ?
                            THEN customer_visit.seen_ms ELSE excluded.seen_ms END
                    """,
                arguments: [found.person, now, platform, Self.latestMoment(at: date)]
            )
            return isNew
        }
    }

    package func subscriber(_ customer: CustomerID) async throws -> SubscriberRecord {
        try await read { [countsCredits] database in
            try Self.subscriber(customer, countsCredits: countsCredits, in: database)
        }
    }

    /// - Parameter countsCredits: Whether anything follows from what was credited.
    static func subscriber(
        _ customer: CustomerID,
        countsCredits: Bool,
        in database: StorageDatabase
    ) throws -> SubscriberRecord {
        let record = try record(of: customer, countsCredits: countsCredits, in: database)
        var subscriber = SubscriberRecord(record: record)
        guard let found = try CustomerNames(database: database).find(customer) else { return subscriber }
        subscriber.attributes = try AttributeRows(database: database, person: found.person).all()
            .filter { $0.value.value != nil }
        let numbers = try CustomerNames(database: database).numbers(of: found.person)
        let places = StorageArguments.places(numbers.count)
        subscriber.lastSeen = try Int64?.fetchOne(
            database,
            sql: "SELECT max(seen_ms) FROM customer_visit WHERE customer IN (\(places))",
            arguments: StorageArguments(numbers)
        ).flatMap { $0 }.map(Date.init(millisecondsSince1970:))
        subscriber.offering = try String.fetchOne(
            database,
            sql: """
                SELECT offering FROM customer_offering WHERE customer IN (\(places)) ORDER BY customer = ? DESC LIMIT 1
                """,
            arguments: StorageArguments(numbers) + [found.person]
        )
        subscriber.troubles = try RenewalTroubles(database: database).all(of: found.customer)
        return subscriber
    }

    /// On which platform a customer was last there; nil if no device ever said so.
    static func platform(of customer: CustomerID, in database: StorageDatabase) throws -> String? {
        guard let found = try CustomerNames(database: database).find(customer) else { return nil }
        return try String.fetchOne(
            database,
            sql: """
                SELECT platform FROM customer_visit WHERE customer IN (\(CustomerNames.numbers())) AND platform IS NOT NULL
                ORDER BY seen_ms DESC, customer LIMIT 1
                """,
            arguments: [found.person, found.person]
        )
    }

    package func save(
        _ attributes: [String: CustomerAttribute],
        of customer: CustomerID,
        at date: Date
    ) async throws -> [String] {
        guard !attributes.isEmpty else { return [] }
        return try await write { database in
            let found = try CustomerNames(database: database).remember(customer, at: date)
            return try AttributeRows(database: database, person: found.person).save(attributes, at: date)
        }
    }

    package func show(offering: String?, to customer: CustomerID, at date: Date) async throws {
        try await write { database in
            let names = CustomerNames(database: database)
            let found = try names.remember(customer, at: date)
            for number in try names.numbers(of: found.person) {
                try database.execute(sql: "DELETE FROM customer_offering WHERE customer = ?", arguments: [number])
            }
            guard let offering else { return }
            try database.execute(
                sql: "INSERT INTO customer_offering (customer, offering) VALUES (?, ?)",
                arguments: [found.person, offering]
            )
        }
    }
}
