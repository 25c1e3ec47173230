import AppStoreModels
import Foundation
import GRDB

/// The grants of a person, under whichever of the names they were given.
struct GrantRows {
    let database: Database
    let person: Int64

    /// How many grants a customer may have.
    static let maximumCount = 1_000

    private static let columns = "name, level, start_ms, end_ms, reason, made_ms, actor, revoked_ms"
    private static let names = "(SELECT ? UNION SELECT number FROM customer_name WHERE owner = ?)"

    /// In the order in which they were given.
    func all() throws -> [Grant] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM level_grant WHERE customer IN \(Self.names)
                    ORDER BY made_ms, name, customer
                    """
            ),
            arguments: [person, person]
        ).map(grant)
    }

    func insert(_ grant: Grant, under number: Int64) throws {
        try database.execute(
            sql: "INSERT INTO level_grant (\(Self.columns), customer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                grant.name, grant.level, grant.start.millisecondsSince1970, grant.end?.millisecondsSince1970,
                grant.reason, grant.madeDate.millisecondsSince1970, grant.actor,
                grant.revokedDate?.millisecondsSince1970, number,
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

    private func grant(_ row: Row) throws -> Grant {
        var grant = Grant(
            name: try row.decode(atIndex: 0),
            level: try row.decode(atIndex: 1),
            start: Date(millisecondsSince1970: try row.decode(atIndex: 2)),
            end: try row.decode(Int64?.self, atIndex: 3).map(Date.init(millisecondsSince1970:)),
            reason: try row.decode(atIndex: 4),
            madeDate: Date(millisecondsSince1970: try row.decode(atIndex: 5)),
            actor: try row.decode(atIndex: 6)
        )
        grant.revokedDate = try row.decode(Int64?.self, atIndex: 7).map(Date.init(millisecondsSince1970:))
        return grant
    }
}
