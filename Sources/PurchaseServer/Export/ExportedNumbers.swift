import GRDB

/// The numbers that must never come twice, also where an export is read: of customers, whom the audit trail tells by them when
/// they are forgotten, and of events, behind which somebody reads on.
enum ExportedNumbers {
    /// The columns of such numbers.
    static let columns = [
        "customer_name": "number", "audit": "number", "console_audit": "number", "purchase_event": "number",
    ]

    /// The last number that was ever given, for each of them.
    static func all(in database: StorageDatabase) throws -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        for (table, column) in columns {
            numbers[table] = max(
                try highest(of: table, column, in: database),
                try given(to: table, column, in: database)
            )
        }
        return numbers
    }

    /// The highest number that any row tells; of customers also of one who is gone.
    static func highest(of table: String, _ column: String, in database: StorageDatabase) throws -> Int64 {
        let others =
            table == "customer_name"
            ? """
             UNION ALL SELECT max(from_number) FROM audit UNION ALL SELECT max(to_number) FROM audit
            UNION ALL SELECT max(customer) FROM console_audit UNION ALL SELECT max(other_customer) FROM console_audit
            """ : ""
        return try Int64.fetchOne(
            database,
            sql: "SELECT max(number) FROM (SELECT max(\(column)) AS number FROM \(table)\(others)) AS numbers"
        ) ?? 0
    }

    /// What the database itself remembers: rows that are gone were numbered, too.
    private static func given(to table: String, _ column: String, in database: StorageDatabase) throws -> Int64 {
        let question =
            database.isShared
            ? "SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence('\(table)', '\(column)') AS regclass))"
            : "SELECT seq FROM sqlite_sequence WHERE name = '\(table)'"
        return try Int64.fetchOne(database, sql: question) ?? 0
    }

    /// Lets a file number rows behind these, and behind all that its rows tell.
    ///
    /// - Parameter given: What the export says; nothing of a table that it does not have.
    static func raise(to given: [String: Int64], in database: Database) throws {
        for (table, column) in columns {
            let last = max(
                try highest(of: table, column, in: StorageDatabase(database)),
                given[table] ?? 0
            )
            try database.execute(
                sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?",
                arguments: [last, table]
            )
            // SQLite remembers nothing of a table in which no row ever was.
            guard database.changesCount == 0, last > 0 else { continue }
            try database.execute(
                sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)",
                arguments: [table, last]
            )
        }
    }
}
