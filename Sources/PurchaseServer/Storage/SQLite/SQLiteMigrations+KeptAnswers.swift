extension SQLiteMigrations {
    /// What was answered about each person, until something changes.
    ///
    /// That it is forgotten in time is the database's own work: whoever writes anything that an answer follows from cannot
    /// fail to do it. `revision` counts these changes, so that an answer which was made before one is not kept after it.
    static let keptAnswers =
        [
            """
            CREATE TABLE kept_answer (
                person INTEGER PRIMARY KEY,
                revision INTEGER NOT NULL,
                rules TEXT,
                from_ms INTEGER NOT NULL DEFAULT 0,
                until_ms INTEGER NOT NULL DEFAULT 0,
                head BLOB,
                tail BLOB,
                tag TEXT
            )
            """
        ]
        + changes.flatMap { change in
            ["INSERT", "UPDATE", "DELETE"].map { event in
                let rows = event == "INSERT" ? ["NEW"] : event == "DELETE" ? ["OLD"] : ["OLD", "NEW"]
                let columns = event == "UPDATE" ? change.columns.map { " OF \($0.joined(separator: ", "))" } ?? "" : ""
                return """
                    CREATE TRIGGER \(change.table)_\(event.lowercased())_kept_answer AFTER \(event)\(columns)
                        ON \(change.table) BEGIN
                        \(rows.map { forget(change.persons($0)) }.joined(separator: "\n"))
                        END
                    """
            }
        }

    /// What an answer follows from.
    private struct Change {
        let table: String
        /// The columns that matter; nil for all.
        var columns: [String]?
        /// The persons whom a row is about.
        let persons: @Sendable (_ row: String) -> String
    }

    private static let changes = [
        Change(table: "fact", columns: ["content", "last_stated_ms"]) { row in
            """
            SELECT coalesce(n.owner, n.number) FROM customer_chain c JOIN customer_name n ON n.name = c.customer
                WHERE c.original_transaction_id = \(row).original_transaction_id
                AND c.environment = \(row).environment
            UNION SELECT coalesce(n.owner, n.number) FROM credited p JOIN customer_name n ON n.number = p.customer
                WHERE p.original_transaction_id = \(row).original_transaction_id
                AND p.environment = \(row).environment
            """
        },
        // Others who have the same purchase: whose its credits are depends on who had it first.
        Change(table: "customer_chain", columns: nil) { row in
            """
            SELECT coalesce(n.owner, n.number) FROM customer_name n WHERE n.name = \(row).customer
            UNION SELECT coalesce(n.owner, n.number) FROM customer_chain c JOIN customer_name n ON n.name = c.customer
                WHERE c.original_transaction_id = \(row).original_transaction_id
                AND c.environment = \(row).environment
            """
        },
        Change(table: "customer_name", columns: ["name", "owner"]) { row in
            "SELECT \(row).number UNION SELECT \(row).owner WHERE \(row).owner IS NOT NULL"
        },
        Change(table: "upload", columns: ["customer", "status"]) { row in
            "SELECT coalesce(n.owner, n.number) FROM customer_name n WHERE n.name = \(row).customer"
        },
        Change(table: "level_grant", columns: nil) { person(ofNumber: "\($0).customer") },
        Change(table: "ledger_entry", columns: nil) { person(ofNumber: "\($0).customer") },
        Change(table: "credited", columns: nil) { row in
            """
            \(person(ofNumber: "\(row).customer"))
            UNION SELECT coalesce(n.owner, n.number) FROM customer_chain c JOIN customer_name n ON n.name = c.customer
                WHERE c.original_transaction_id = \(row).original_transaction_id
                AND c.environment = \(row).environment
            """
        },
    ]

    private static func person(ofNumber number: String) -> String {
        "SELECT coalesce(n.owner, n.number) FROM customer_name n WHERE n.number = \(number)"
    }

    private static func forget(_ persons: String) -> String {
        """
        INSERT INTO kept_answer (person, revision)
            SELECT person, 1 FROM (SELECT NULL AS person UNION \(persons)) WHERE person IS NOT NULL
            ON CONFLICT (person) DO UPDATE SET revision = revision + 1, until_ms = 0, head = NULL, tail = NULL;
        """
    }
}
