import AppStoreModels
import Entitlements
import Foundation

/// The grants of a person, under whichever of the names they were given.
struct GrantRows {
    let database: StorageDatabase
    let person: Int64

    /// How many grants a customer may have.
    static let maximumCount = 1_000

    private static let columns = "name, level, start_ms, end_ms, reason, made_ms, actor, revoked_ms"
    private static let names = "(\(CustomerNames.numbers()))"

    /// In the order in which they were given.
    func all() throws -> [Grant] {
        try StorageRow.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM level_grant WHERE customer IN \(Self.names)
                    ORDER BY made_ms, name, customer
                    """
            ),
            arguments: [person, person]
        ).map(Self.grant)
    }

    /// - Parameter isEndTold: Whether nobody is told of its end any more.
    func insert(_ grant: Grant, under number: Int64, isEndTold: Bool = false) throws {
        try database.execute(
            sql: """
                INSERT INTO level_grant (\(Self.columns), customer, is_end_told) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                grant.grant.id, grant.grant.level.rawValue, grant.grant.startDate.millisecondsSince1970,
                grant.grant.endDate?.millisecondsSince1970, grant.grant.reason,
                grant.madeDate.millisecondsSince1970, grant.actor, grant.grant.revokedDate?.millisecondsSince1970,
                number, isEndTold,
            ]
        )
    }

    func revoke(_ name: String, at date: Date) throws {
        try database.execute(
            sql: """
                UPDATE level_grant SET revoked_ms = ? WHERE name = ? AND revoked_ms IS NULL AND customer IN \(Self.names)
                """,
            arguments: [date.millisecondsSince1970, name, person, person]
        )
    }

    /// A grant that has come to its end, not read yet.
    struct Ended {
        fileprivate let row: StorageRow

        /// Whose it is, and the grant.
        ///
        /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if it cannot be read.
        func read() throws -> (CustomerID, Grant) {
            (try CustomerID(stored: row.decode(atIndex: 8)), try GrantRows.grant(row))
        }
    }

    /// Grants that have come to their end; each is found once.
    static func ended(at date: Date, limit: Int, in database: StorageDatabase) throws -> [Ended] {
        let found = try StorageRow.fetchAll(
            database,
            sql: """
                SELECT g.name, g.level, g.start_ms, g.end_ms, g.reason, g.made_ms, g.actor, g.revoked_ms,
                    coalesce(o.name, n.name), g.customer
                FROM level_grant g JOIN customer_name n ON n.number = g.customer
                    LEFT JOIN customer_name o ON o.number = n.owner
                WHERE g.end_ms <= ? AND g.is_end_told = 0 AND g.revoked_ms IS NULL ORDER BY g.end_ms LIMIT ?
                """,
            arguments: [date.millisecondsSince1970, limit]
        )
        return try found.map { row in
            try database.execute(
                sql: "UPDATE level_grant SET is_end_told = 1 WHERE customer = ? AND name = ?",
                arguments: [try row.decode(Int64.self, atIndex: 9), try row.decode(String.self, atIndex: 0)]
            )
            return Ended(row: row)
        }
    }

    private static func grant(_ row: StorageRow) throws -> Grant {
        var grant: EntitlementGrant
        do {
            grant = try EntitlementGrant(
                id: try row.decode(atIndex: 0),
                level: EntitlementLevel(rawValue: try row.decode(atIndex: 1)),
                startDate: Date(millisecondsSince1970: try row.decode(atIndex: 2)),
                endDate: try row.decode(Int64?.self, atIndex: 3).map(Date.init(millisecondsSince1970:)),
                reason: try row.decode(atIndex: 4)
            )
        } catch let error as LevelError {
            throw PurchaseServerError(.databaseDamaged, "a stored grant is none: \(error)")
        }
        if let revoked = try row.decode(Int64?.self, atIndex: 7) {
            grant = grant.revoked(at: Date(millisecondsSince1970: revoked))
        }
        return Grant(
            grant,
            madeDate: Date(millisecondsSince1970: try row.decode(atIndex: 5)),
            actor: try row.decode(atIndex: 6)
        )
    }
}
