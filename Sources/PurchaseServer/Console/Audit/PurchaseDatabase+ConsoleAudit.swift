import AppStoreModels
import Foundation

extension PurchaseDatabase {
    /// How many acts are kept; the oldest make room.
    static let maximumConsoleActs: Int64 = 100_000

    /// Writes down what is about to be done.
    ///
    /// - Returns: Its number.
    func begin(_ act: ConsoleAct) async throws(PurchaseServerError) -> Int64 {
        try await write { database in
            let names = CustomerNames(database: database)
            let number = try database.insert(
                sql: """
                    INSERT INTO console_audit (made_ms, role, name, action, customer, other_customer, target)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    act.date.millisecondsSince1970, act.person.role.rawValue, act.person.name, act.action,
                    try act.customer.flatMap(names.find)?.number, try act.otherCustomer.flatMap(names.find)?.number,
                    act.target,
                ],
                numbering: "number"
            )
            try database.execute(
                sql: "DELETE FROM console_audit WHERE number <= ?",
                arguments: [number - Self.maximumConsoleActs]
            )
            return number
        }
    }

    /// Writes down how it was answered, and whom it was about if nobody knew them before.
    func finish(_ act: ConsoleAct, _ number: Int64, status: Int) async throws(PurchaseServerError) {
        try await write { database in
            let names = CustomerNames(database: database)
            try database.execute(
                sql: """
                    UPDATE console_audit SET status = ?, customer = coalesce(customer, ?),
                        other_customer = coalesce(other_customer, ?)
                    WHERE number = ?
                    """,
                arguments: [
                    status, try act.customer.flatMap(names.find)?.number,
                    try act.otherCustomer.flatMap(names.find)?.number, number,
                ]
            )
        }
    }

    /// What was done, the newest first.
    ///
    /// - Parameter number: Only what is older than this entry; nil for all.
    func consoleActs(before number: Int64?, limit: Int) async throws(PurchaseServerError) -> [ConsoleAuditEntry] {
        try await read { database in
            try StorageRow.fetchAll(
                database,
                sql: """
                    SELECT a.number, a.made_ms, a.role, a.name, a.action, c.name, o.name, a.target, a.status
                    FROM console_audit a LEFT JOIN customer_name c ON c.number = a.customer
                        LEFT JOIN customer_name o ON o.number = a.other_customer
                    WHERE a.number < ? ORDER BY a.number DESC LIMIT ?
                    """,
                arguments: [number ?? .max, limit]
            ).map(Self.entry)
        }
    }

    private static func entry(_ row: StorageRow) throws -> ConsoleAuditEntry {
        guard let role = ConsoleRole(rawValue: try row.decode(atIndex: 2)) else {
            throw PurchaseServerError(.databaseDamaged, "an act at the console is of an unknown role")
        }
        return ConsoleAuditEntry(
            number: try row.decode(atIndex: 0),
            act: ConsoleAct(
                date: Date(millisecondsSince1970: try row.decode(atIndex: 1)),
                person: ConsolePerson(role: role, name: try row.decode(atIndex: 3)),
                action: try row.decode(atIndex: 4),
                customer: try row.decode(String?.self, atIndex: 5).map(CustomerID.init(stored:)),
                otherCustomer: try row.decode(String?.self, atIndex: 6).map(CustomerID.init(stored:)),
                target: try row.decode(atIndex: 7)
            ),
            status: try row.decode(atIndex: 8)
        )
    }
}
