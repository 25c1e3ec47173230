import Foundation
import GRDB
import Logging
import TestSupport
import Testing

@testable import PurchaseServer

/// From one file into another: the same statements as into PostgreSQL, but for the numbers to come.
@Suite("Copying a database", .timeLimit(.minutes(15)))
struct DatabaseMoveTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func engine(_ name: String) throws -> SQLiteEngine {
        try SQLiteEngine(
            file: folder.file(name),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            lock: nil
        )
    }

    /// A database with rows in many tables.
    private func filled() throws -> SQLiteEngine {
        let migrations = SQLiteMigrations.migrator.migrations
        try FilledDatabase.write(to: folder.file("old.sqlite"), version: try #require(migrations.last))
        return try engine("old.sqlite")
    }

    @Test("Every table is copied, or it is said why not")
    func tables() throws {
        let engine = try engine("new.sqlite")
        let all = try engine.pool.read { database in
            try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        let wanted = Set(all.filter { !ExportedTable.isInternal($0) })
        #expect(wanted.symmetricDifference(Set(MovedTable.names).union(MovedTable.leftOut.keys)) == [])
        #expect(Set(MovedTable.names).intersection(MovedTable.leftOut.keys) == [])
        #expect(Set(MovedTable.numbered.keys).isSubset(of: MovedTable.names))
    }

    @Test("All rows are there afterwards as they were; running it again changes nothing")
    func rows() async throws {
        let (source, target) = (try filled(), try engine("new.sqlite"))
        let report = try await DatabaseMove(from: source, to: target).run()
        #expect(report.rows["customer_name"] == 2)
        #expect(report.rows["fact"] ?? 0 > 0)
        let before = try FilledDatabase.rows(of: folder.file("old.sqlite"))
        let after = try FilledDatabase.rows(of: folder.file("new.sqlite"))
        for table in MovedTable.names { #expect(after[table] == before[table], "\(table)") }
        #expect(try await DatabaseMove(from: source, to: target).run() == report)
    }

    @Test("A copy that ended half way is gone on with, as long as what it has copied is in the file")
    func half() async throws {
        let (source, target) = (try filled(), try engine("new.sqlite"))
        let move = DatabaseMove(from: source, to: target)
        let report = try await move.run()
        let whole = try FilledDatabase.rows(of: folder.file("new.sqlite"))
        let clear: @Sendable (Database) throws -> Void = { database in
            for table in ["fact", "customer_chain", "webhook_secret"] {
                try database.execute(sql: "DELETE FROM \(table)")
            }
        }
        try await target.pool.write(clear)
        #expect(try await move.run() == report)
        let moved = try FilledDatabase.rows(of: folder.file("new.sqlite"))
        for table in MovedTable.names { #expect(moved[table] == whole[table], "\(table)") }

        try await target.pool.write(clear)
        try await source.pool.write { try $0.execute(sql: "UPDATE customer_name SET since_ms = since_ms + 1") }
        let before = try FilledDatabase.rows(of: folder.file("new.sqlite"))
        await #expect(throws: PurchaseServerError(.databaseUnusable, "")) { try await move.run() }
        #expect(try FilledDatabase.rows(of: folder.file("new.sqlite")) == before)
    }

    @Test("A database that has something else in it is refused, says in which table, and stays as it was")
    func others() async throws {
        let (source, target) = (try filled(), try engine("new.sqlite"))
        try await target.pool.write { database in
            try database.execute(sql: "INSERT INTO customer_name (name, since_ms, is_known) VALUES ('mallory', 1, 1)")
        }
        let before = try FilledDatabase.rows(of: folder.file("new.sqlite"))
        let error = await #expect(throws: PurchaseServerError.self) {
            try await DatabaseMove(from: source, to: target).run()
        }
        #expect(error?.code == .databaseUnusable)
        #expect(error?.reason.contains("customer_name has other rows there") == true)
        #expect(try FilledDatabase.rows(of: folder.file("new.sqlite")) == before)
    }

    @Test("Digests do not depend on the order of rows, and tell values of different kinds apart")
    func digests() {
        func digest(_ rows: [[DatabaseValue]]) -> MovedDigest {
            var digest = MovedDigest()
            for row in rows { digest.add(row) }
            return digest
        }
        let (a, b) = (["a".databaseValue, 1.databaseValue], ["b".databaseValue, DatabaseValue.null])
        #expect(digest([a, b]) == digest([b, a]))
        #expect(digest([a]) != digest([b]))
        #expect(digest([["1".databaseValue]]) != digest([[1.databaseValue]]))
        #expect(
            digest([["ab".databaseValue, "c".databaseValue]]) != digest([["a".databaseValue, "bc".databaseValue]])
        )
        #expect(digest([["".databaseValue]]) != digest([[DatabaseValue.null]]))
    }

    @Test("A table that is longer than a portion is copied to its end")
    func portions() async throws {
        let (source, target) = (try engine("old.sqlite"), try engine("new.sqlite"))
        let count = MovedColumns.portion * 2 + 3
        try await source.pool.write { database in
            for number in 0..<count {
                try database.execute(
                    sql: "INSERT INTO customer_name (name, since_ms, is_known) VALUES (?, 1, 1)",
                    arguments: ["customer-\(number)"]
                )
            }
        }
        let report = try await DatabaseMove(from: source, to: target).run()
        #expect(report.rows["customer_name"] == count)
    }
}
