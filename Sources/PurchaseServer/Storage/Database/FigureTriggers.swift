/// Marks in the database's own hand what must be booked again, so that whoever writes a fact cannot fail to do it.
///
/// They are there only while figures are kept: a server that keeps none pays nothing, and one that begins finds by their
/// absence that it must book everything. A database that many servers share has them always, and a row that turns them on:
/// to make a trigger there all others would have to stop.
struct FigureTriggers {
    let database: StorageDatabase

    /// Makes those that are missing, and anew those that an earlier version made otherwise.
    ///
    /// - Returns: Whether any was missing.
    func make() throws -> Bool {
        if database.isShared {
            try database.execute(sql: "INSERT INTO figure_switch (id) VALUES (1) ON CONFLICT (id) DO NOTHING")
            return try database.changesCount > 0
        }
        let known = try known()
        for trigger in Self.all where known[trigger.name] != trigger.sql {
            try database.execute(sql: "DROP TRIGGER IF EXISTS \(trigger.name)")
            try database.execute(sql: trigger.sql)
        }
        return Self.all.contains { known[$0.name] == nil }
    }

    /// Whether all are there as they are to be.
    func areMade() throws -> Bool {
        if database.isShared {
            return try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM figure_switch)") == true
        }
        let known = try known()
        return Self.all.allSatisfy { known[$0.name] == $0.sql }
    }

    private func known() throws -> [String: String] {
        let rows = try StorageRow.fetchAll(database, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        return try rows.reduce(into: [:]) { known, row in
            known[try row.decode(String.self, atIndex: 0)] = try row.decode(String.self, atIndex: 1)
        }
    }

    /// Removes all of them.
    func remove() throws {
        if database.isShared { return try database.execute(sql: "DELETE FROM figure_switch") }
        for trigger in Self.all { try database.execute(sql: "DROP TRIGGER IF EXISTS \(trigger.name)") }
    }

    /// Marks everything that there is.
    static let everything = """
        INSERT INTO figure_due (scope, name) SELECT scope, name FROM (
                SELECT environment AS scope, original_transaction_id AS name FROM chain
                UNION SELECT '', CAST(number AS TEXT) FROM customer_name WHERE owner IS NULL
                UNION SELECT scope, name FROM figure_booked
            ) AS everything WHERE TRUE
            ON CONFLICT (scope, name) DO UPDATE SET mark = figure_due.mark + 1
        """

    /// Marks whoever has a chain, by the number.
    static func owners(ofChain environment: String, _ identifier: String) -> String {
        """
        SELECT '', CAST(coalesce(n.owner, n.number) AS TEXT) FROM customer_chain c
            JOIN customer_name n ON n.name = c.customer
            WHERE c.original_transaction_id = \(identifier) AND c.environment = \(environment)
        """
    }

    private struct Trigger {
        let name: String
        let sql: String

        /// - Parameters:
        ///   - columns: Of an update those that matter; it marks only if one of them is another than before.
        ///   - source: The subjects that a row marks, each once: after `INSERT INTO figure_due (scope, name)`.
        init(_ event: String, of columns: [String] = [], on table: String, _ source: (_ row: String) -> String) {
            name = "\(table)_\(event.lowercased())_figure_due"
            let rows = event == "INSERT" ? ["NEW"] : event == "DELETE" ? ["OLD"] : ["OLD", "NEW"]
            let marks = rows.map { row in
                "INSERT INTO figure_due (scope, name) \(source(row)) ON CONFLICT DO UPDATE SET mark = mark + 1;"
            }
            let of = columns.isEmpty ? "" : " OF \(columns.joined(separator: ", "))"
            // A column counts as updated wherever it is named, also where it keeps its value.
            let changes = columns.map { "NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " OR ")
            let condition = changes.isEmpty ? "" : " WHEN \(changes)"
            sql = """
                CREATE TRIGGER \(name) AFTER \(event)\(of) ON \(table)\(condition)
                BEGIN \(marks.joined(separator: " ")) END
                """
        }
    }

    private static let all: [Trigger] = {
        // Nothing has to be put together for the row of a fact, of which there may be tens of thousands.
        let fact = { (row: String) in "VALUES (\(row).environment, \(row).original_transaction_id)" }
        let each = { (subjects: String) in
            "SELECT scope, name FROM (SELECT NULL AS scope, NULL AS name UNION \(subjects)) WHERE name IS NOT NULL"
        }
        let owner = { (row: String) in
            each(
                """
                SELECT '', CAST(coalesce(n.owner, n.number) AS TEXT) FROM customer_name n WHERE n.name = \(row).customer
                UNION \(owners(ofChain: "\(row).environment", "\(row).original_transaction_id"))
                """
            )
        }
        let person = { (row: String) in
            each("SELECT '', CAST(\(row).number AS TEXT) UNION SELECT '', CAST(\(row).owner AS TEXT)")
        }
        return [
            Trigger("INSERT", on: "fact", fact), Trigger("DELETE", on: "fact", fact),
            Trigger("UPDATE", of: ["content", "first_stated_ms", "last_stated_ms"], on: "fact", fact),
            Trigger("INSERT", on: "customer_chain", owner), Trigger("DELETE", on: "customer_chain", owner),
            Trigger("UPDATE", of: ["customer", "linked_ms"], on: "customer_chain", owner),
            Trigger("INSERT", on: "customer_name", person), Trigger("DELETE", on: "customer_name", person),
            Trigger("UPDATE", of: ["owner", "since_ms"], on: "customer_name", person),
        ]
    }()
}
