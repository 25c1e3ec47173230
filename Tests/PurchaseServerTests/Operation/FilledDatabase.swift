import AppReceipt
import Foundation
import GRDB
import TestSupport

@testable import PurchaseServer

/// A database as an earlier version of the server left it, with rows in the tables that it had.
enum FilledDatabase {
    private static let date: Int64 = 1_700_000_000_000

    /// - Parameter version: The last step of the history that it has.
    static func write(to file: URL, version: String) throws {
        let migrator = SQLiteMigrations.migrator
        let queue = try DatabaseQueue.patient(file)
        defer { try? queue.close() }
        for (step, name) in migrator.migrations.enumerated() {
            try migrator.migrate(queue, upTo: name)
            // Each step's own rows come when its tables are there; what came before is brought along.
            if let fill = fills[step] { try queue.write(fill) }
            if name == version { return }
        }
    }

    /// All rows, by table, in the order of their columns' values.
    ///
    /// - Parameter columns: Which columns; nil for all that there are.
    static func rows(of file: URL, columns: [String: [String]]? = nil) throws -> [String: [[String: String]]] {
        let queue = try DatabaseQueue.patient(file)
        defer { try? queue.close() }
        return try queue.read { database in
            var rows: [String: [[String: String]]] = [:]
            for table in try database.rowCounts() where table.value > 0 && table.key != "grdb_migrations" {
                let existing = Set(try database.columns(in: table.key).map(\.name))
                let wanted = columns?[table.key].map { existing.intersection($0) } ?? existing
                rows[table.key] = try Row.fetchAll(database, sql: "SELECT * FROM \(table.key)").map { row in
                    Dictionary(
                        uniqueKeysWithValues: row.filter { wanted.contains($0.0) }.map { ($0.0, $0.1.description) }
                    )
                }
                .sorted { $0.sorted { $0.key < $1.key }.description < $1.sorted { $0.key < $1.key }.description }
            }
            return rows
        }
    }

    private static let fills: [Int: @Sendable (Database) throws -> Void] = [
        0: first, 2: keys, 3: customers, 4: webhooks,
    ]

    /// Two customers with a purchase each, one upload that waits, and two notifications.
    private static let first: @Sendable (Database) throws -> Void = { database in
        let receipt = try SampleReceipt.signed()
        try database.execute(
            sql: "INSERT INTO latest_receipt VALUES (1, 'Sandbox', 'com.example.app', ?, ?)",
            arguments: [StoredFact.digest(of: receipt), receipt]
        )
        for (number, customer) in ["alice", "bob"].enumerated() {
            let waiting = try SampleReceipt.signed { $0.opaqueValue = [UInt8(number)] }
            try database.execute(
                sql: """
                    INSERT INTO upload (id, customer, digest, receipt, received_ms, status, due_ms)
                    VALUES (?, ?, ?, ?, ?, 'pending', ?)
                    """,
                arguments: [number + 1, customer, StoredFact.digest(of: waiting), waiting, date, date]
            )
            try database.execute(
                sql: "INSERT INTO fact VALUES (?, 'purchase', 'Sandbox', ?, ?, ?, ?, ?, ?)",
                arguments: [
                    number + 1, "\(number)", "\(number)", Data([UInt8(number)]), Data("{}".utf8), date, date,
                ]
            )
            try database.execute(
                sql: "INSERT INTO chain VALUES ('Sandbox', ?, 1, ?, ?)",
                arguments: ["\(number)", date, number]
            )
            try database.execute(
                sql: "INSERT INTO customer_chain VALUES (?, 'Sandbox', ?, ?)",
                arguments: [customer, "\(number)", date + Int64(number)]
            )
            try database.execute(
                sql: "INSERT INTO notification VALUES (?, 'TEST', ?, ?, ?)",
                arguments: ["note \(number)", date, date, Data("{}".utf8)]
            )
        }
    }

    private static let keys: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: "INSERT INTO api_key VALUES ('key1', 'secret', 'Shop', 'customers', ?, ?, NULL, NULL, NULL, NULL)",
            arguments: [Data([1, 2, 3]), date]
        )
        try database.execute(
            sql: "INSERT INTO repeated_answer VALUES ('key1', 'once', ?, ?, 200, ?)",
            arguments: [Data([4]), date, Data("{}".utf8)]
        )
    }

    private static let customers: @Sendable (Database) throws -> Void = { database in
        let alice = try Int64.fetchOne(database, sql: "SELECT number FROM customer_name WHERE name = 'alice'")
        try database.execute(
            sql: "INSERT INTO level_grant VALUES (?, 'sorry', 'pro', ?, NULL, 'a reason', ?, 'key1', NULL)",
            arguments: [alice, date, date]
        )
        try database.execute(
            sql: "INSERT INTO ledger_entry VALUES (1, ?, 'hint', 'coins', 80, NULL, ?, 'key1')",
            arguments: [alice, date]
        )
        try database.execute(
            sql: "INSERT INTO audit VALUES (1, ?, 'transferred', 'key1', ?, NULL, 'Sandbox', '0', 'a reason')",
            arguments: [date, alice]
        )
        try database.execute(
            sql: "INSERT INTO offering VALUES ('spring', '[\"yearly\"]', NULL, 1, ?)",
            arguments: [date]
        )
    }

    private static let webhooks: @Sendable (Database) throws -> Void = { database in
        try database.execute(
            sql: "INSERT INTO webhook_endpoint VALUES ('whk1', 'https://example.com', NULL, NULL, 1, 0, ?)",
            arguments: [date]
        )
        try database.execute(sql: "INSERT INTO webhook_secret VALUES ('whk1', 'whsec', NULL)")
        try database.execute(
            sql: "INSERT INTO purchase_event VALUES (1, 'evt1', 'purchased', 'alice', ?, ?)",
            arguments: [date, Data("{}".utf8)]
        )
        try database.execute(
            sql: "INSERT INTO webhook_delivery VALUES (1, 'whk1', 1, 'pending', 0, ?, NULL, NULL, ?)",
            arguments: [date, date]
        )
    }
}
