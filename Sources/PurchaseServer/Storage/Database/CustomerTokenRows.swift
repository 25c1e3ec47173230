import AppStoreModels
import Foundation

/// The tokens of customers. One belongs to a name, and so to the person whom the name means now.
struct CustomerTokenRows {
    let database: StorageDatabase
    let date: Date

    private static let good =
        "t.revoked_ms IS NULL AND (t.expires_ms IS NULL OR t.expires_ms > ?1) AND coalesce(n.owner, n.number) = ?2"
    private static let joined = "customer_token t JOIN customer_name n ON n.number = t.customer"

    func insert(_ token: CustomerTokenText, of person: Int64, expirationDate: Date?) throws {
        try database.execute(
            sql: "INSERT INTO customer_token (id, customer, digest, made_ms, expires_ms) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                token.identifier, person, token.digest, date.millisecondsSince1970,
                expirationDate?.millisecondsSince1970,
            ]
        )
    }

    /// Whether there is a token of this identifier, whosever it is, good or over.
    func isKnown(_ identifier: String) throws -> Bool {
        try Int.fetchOne(
            database,
            sql: "SELECT 1 FROM customer_token WHERE id = ?",
            arguments: [identifier]
        ) != nil
    }

    func isAny(of person: Int64) throws -> Bool {
        try Int.fetchOne(
            database,
            sql: "SELECT 1 FROM \(Self.joined) WHERE \(Self.good) AND t.customer IN (\(Self.names)) LIMIT 1",
            arguments: [date.millisecondsSince1970, person]
        ) != nil
    }

    /// Whether there was ever one, good or over. What is over is forgotten only when another takes its place, so this stays
    /// true until the person is erased.
    func wasEverAny(of person: Int64) throws -> Bool {
        try Int.fetchOne(
            database,
            sql: "SELECT 1 FROM customer_token WHERE customer IN (\(CustomerNames.numbers())) LIMIT 1",
            arguments: [person, person]
        ) != nil
    }

    /// What a text that was shown is worth for a person; nil for one whom nobody knows.
    func worth(of text: String?, for person: Int64?) throws -> CustomerTokenStanding.Shown {
        guard let text else { return .nothing }
        guard let token = CustomerTokenText(text), let person else { return .invalid }
        let digest = try Data.fetchOne(
            database,
            sql: "SELECT t.digest FROM \(Self.joined) WHERE \(Self.good) AND t.id = ?3",
            arguments: [date.millisecondsSince1970, person, token.identifier]
        )
        return digest.map(token.matches) == true ? .valid : .invalid
    }

    /// Ends a token that is good for a person at a moment, or when it ends anyway. Who knows no more than its identifier, which
    /// is no secret, ends nobody's.
    func end(_ token: CustomerTokenText, of person: Int64, at end: Date) throws {
        guard try worth(of: token.text, for: person) == .valid else { return }
        try database.execute(
            sql: """
                UPDATE customer_token SET expires_ms = CASE WHEN expires_ms < ?1 THEN expires_ms ELSE ?1 END
                WHERE id = ?2
                """,
            arguments: [end.millisecondsSince1970, token.identifier]
        )
    }

    /// - Returns: How many were good.
    func endAll(of person: Int64) throws -> Int {
        try database.execute(
            sql: """
                UPDATE customer_token SET revoked_ms = ?1
                WHERE customer IN (\(Self.names)) AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > ?1)
                """,
            arguments: [date.millisecondsSince1970, person]
        )
        return try database.changesCount
    }

    /// Forgets them, as if there had never been any.
    func forgetAll(of person: Int64) throws {
        try database.execute(
            sql: "DELETE FROM customer_token WHERE customer IN (\(CustomerNames.numbers()))",
            arguments: [person, person]
        )
    }

    /// Forgets what is over, and of the rest all but the newest.
    func keepNewest(_ count: Int, of person: Int64) throws {
        try database.execute(
            sql: """
                DELETE FROM customer_token WHERE customer IN (\(Self.names)) AND id NOT IN (
                    SELECT t.id FROM \(Self.joined) WHERE \(Self.good) AND t.customer IN (\(Self.names))
                    ORDER BY t.made_ms DESC, t.id LIMIT \(count)
                )
                """,
            arguments: [date.millisecondsSince1970, person]
        )
    }

    private static let names = CustomerNames.numbers(of: "?2")
}
