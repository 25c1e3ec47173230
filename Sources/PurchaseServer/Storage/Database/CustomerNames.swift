import AppStoreModels
import Foundation

/// Who is meant by a name. A person has one name that counts and any number of aliases; everything else that is stored
/// about a person points to the number of one of the names.
struct CustomerNames {
    let database: StorageDatabase

    /// The numbers of all names of a person, as a part of a statement.
    ///
    /// - Parameter person: Where the statement has the person's number; `?` stands for two arguments.
    static func numbers(of person: String = "?") -> String {
        "SELECT \(person) UNION SELECT number FROM customer_name WHERE owner = \(person)"
    }

    /// All names of a person, as a part of a statement.
    ///
    /// - Parameter name: Where the statement has the name that counts; `?` stands for two arguments.
    static func all(of name: String = "?") -> String {
        """
        SELECT \(name) UNION SELECT a.name FROM customer_name a JOIN customer_name p ON p.number = a.owner
        WHERE p.name = \(name)
        """
    }

    /// How many other names a customer may have.
    static let maximumAliases = 1_000

    /// A name that is known.
    struct Found: Hashable {
        /// The number of the name itself.
        let number: Int64
        /// The number of the name that counts.
        let person: Int64
        /// The name that counts.
        let customer: CustomerID
        /// Since when the person is known.
        let since: Date
        /// Whether anybody but the App Store has ever spoken of the person.
        let isKnown: Bool

        /// Whether the person has no account, or is no more than an account token so far.
        var givesWay: Bool { customer.isAnonymous || !isKnown }
    }

    func find(_ name: CustomerID) throws -> Found? { try Self.question(about: name).answer(in: database) }

    /// Whether a name is known, and whose it is.
    static func question(about name: CustomerID) -> QuickQuestion<Found> {
        QuickQuestion(
            """
            SELECT n.number, coalesce(o.number, n.number), coalesce(o.name, n.name),
                coalesce(o.since_ms, n.since_ms), coalesce(o.is_known, n.is_known)
            FROM customer_name n LEFT JOIN customer_name o ON o.number = n.owner WHERE n.name = ?
            """,
            [name.value]
        ) { row in
            Found(
                number: try row.decode(atIndex: 0),
                person: try row.decode(atIndex: 1),
                customer: try CustomerID(stored: row.decode(atIndex: 2)),
                since: Date(millisecondsSince1970: try row.decode(atIndex: 3)),
                isKnown: try row.decode(atIndex: 4)
            )
        }
    }

    /// The name, made where it is new.
    ///
    /// - Parameter isKnown: false if only an account token speaks of it.
    func remember(_ name: CustomerID, at date: Date, isKnown: Bool = true) throws -> Found {
        if let found = try find(name), found.isKnown || !isKnown { return found }
        try database.cachedStatement(
            sql: """
                INSERT INTO customer_name (name, since_ms, is_known) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET is_known = TRUE
                """
        ).execute(arguments: [name.value, date.millisecondsSince1970, isKnown])
        guard let made = try find(name) else {
            throw PurchaseServerError(.databaseDamaged, "a customer that was stored cannot be found")
        }
        return made
    }

    /// Makes everybody who is meant by one name another name of somebody else.
    func merge(_ alias: Found, into account: Found) throws {
        try database.execute(
            sql: "UPDATE customer_name SET owner = ? WHERE number = ? OR owner = ?",
            arguments: [account.person, alias.person, alias.person]
        )
        try database.execute(
            sql: """
                UPDATE customer_name SET since_ms = CASE WHEN since_ms > ?1 THEN ?1 ELSE since_ms END, is_known = TRUE
                WHERE number = ?2
                """,
            arguments: [alias.since.millisecondsSince1970, account.person]
        )
    }

    /// The numbers of all names of a person.
    func numbers(of person: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            database.cachedStatement(sql: Self.numbers()),
            arguments: [person, person]
        )
    }

    func aliases(of person: Int64) throws -> [CustomerAlias] {
        try StorageRow.fetchAll(
            database.cachedStatement(
                sql: "SELECT name, since_ms FROM customer_name WHERE owner = ? ORDER BY name"
            ),
            arguments: [person]
        ).map { row in
            CustomerAlias(
                alias: try CustomerID(stored: row.decode(atIndex: 0)),
                since: Date(millisecondsSince1970: try row.decode(atIndex: 1))
            )
        }
    }

    /// The name that counts; the name itself where nobody knows it.
    func customer(of name: CustomerID) throws -> CustomerID { try find(name)?.customer ?? name }
}
