package import Foundation
import GRDB
package import Logging

/// Copies everything that a server keeps in its file into a database that many servers share, and compares both.
///
/// No server may use the file meanwhile, nor the other database. Before anything is written it is looked whether the other one has
/// nothing that is not in the file, too; whoever confuses two databases has changed neither. A copy that ended half way has left
/// rows of the file only, so it is gone on with by running it again: they are left as they are, and the comparison at the end sees
/// whether everything is the same.
package struct DatabaseMove {
    /// What was done.
    package struct Report: Sendable, Equatable {
        /// How many rows each table has, in both.
        package let rows: [String: Int]
    }

    private let source: any StorageEngine
    private let target: any StorageEngine
    private let locks: [any DatabaseLock]

    /// Opens both; the file is brought up to this version first.
    ///
    /// - Throws: ``PurchaseServerError``: a server uses one of them (`folderInUse`), or one of them cannot be used.
    package init(databaseFile: URL, to shared: SharedDatabase, logger: Logger) throws(PurchaseServerError) {
        try DatabasePlace.file(databaseFile).checkIsThere()
        let lock = try FolderLock(alone: databaseFile, for: "copy")
        let targetLock = try shared.lock(aloneFor: "copy into it")
        self.init(
            from: try SQLiteEngine(file: databaseFile, logger: logger, lock: lock),
            to: try shared.engine(),
            locks: [lock, targetLock]
        )
    }

    init(from source: any StorageEngine, to target: any StorageEngine, locks: [any DatabaseLock] = []) {
        (self.source, self.target, self.locks) = (source, target, locks)
    }

    /// Copies and compares.
    ///
    /// - Parameter progress: Called with a table and how many of its rows are copied.
    /// - Throws: ``PurchaseServerError``, code `databaseUnusable` if the other database has something else in it, which stays as
    ///   it is.
    package func run(progress: @Sendable (String, Int) -> Void = { _, _ in }) async throws -> Report {
        defer { withExtendedLifetime(locks) {} }
        let tables = try await source.read { database in
            try MovedTable.names.map { try MovedColumns(of: $0, in: database) }
        }
        for columns in tables where !MovedTable.begun.contains(columns.table) { try await checkIsKnown(columns) }
        var rows: [String: Int] = [:]
        for columns in tables {
            let table = columns.table
            if MovedTable.emptied.contains(table) {
                try await target.write(.everything) { try $0.execute(sql: "DELETE FROM \(table)") }
            }
            let copied = try await copy(columns) { progress(table, $0) }
            try await setNumbers(of: table)
            let arrived = try await digest(columns, in: target)
            guard arrived == copied else {
                throw PurchaseServerError(
                    .databaseUnusable,
                    "\(table) has other rows there: \(arrived.count) instead of \(copied.count), or others; "
                        + "copy into a database that nobody has used"
                )
            }
            rows[table] = copied.count
        }
        return Report(rows: rows)
    }

    /// Demands that each row that is there is here as well.
    private func checkIsKnown(_ columns: MovedColumns) async throws {
        _ = try await eachPortion(columns, in: target) { portion, _ in
            let known = try await source.read { try columns.rows(withKeysOf: portion, in: $0) }
            guard known.isSuperset(of: portion) else {
                throw PurchaseServerError(
                    .databaseUnusable,
                    "\(columns.table) has other rows there; copy into a database that nobody has used. Nothing was changed"
                )
            }
        }
    }

    private func copy(_ columns: MovedColumns, progress: (Int) -> Void) async throws -> MovedDigest {
        let statement = """
            INSERT INTO \(columns.table) (\(columns.list)) VALUES (\(StorageArguments.places(columns.names.count)))
            ON CONFLICT DO NOTHING
            """
        return try await eachPortion(columns, in: source) { portion, count in
            try await target.write(.everything) { database in
                for row in portion {
                    try database.cachedStatement(sql: statement).execute(arguments: StorageArguments(row))
                }
            }
            progress(count)
        }
    }

    private func digest(_ columns: MovedColumns, in engine: any StorageEngine) async throws -> MovedDigest {
        try await eachPortion(columns, in: engine) { _, _ in }
    }

    /// Reads all rows of a table, portion after portion.
    private func eachPortion(
        _ columns: MovedColumns,
        in engine: any StorageEngine,
        _ use: ([[DatabaseValue]], Int) async throws -> Void
    ) async throws -> MovedDigest {
        var digest = MovedDigest()
        var place: [DatabaseValue]?
        repeat {
            let portion = try await engine.read { [place] in try columns.rows(after: place, in: $0) }
            portion.forEach { digest.add($0) }
            if !portion.isEmpty { try await use(portion, digest.count) }
            place = portion.count < MovedColumns.portion ? nil : portion.last.flatMap(columns.place)
        } while place != nil
        return digest
    }

    /// Lets the other database number rows behind those that were ever numbered here.
    private func setNumbers(of table: String) async throws {
        guard target.isShared, let column = MovedTable.numbered[table] else { return }
        let last = try await source.read { database in
            let highest = try ExportedNumbers.highest(of: table, column, in: database)
            // Rows that are gone were numbered, too, and a number must not come twice in a feed.
            let given = try Int64.fetchOne(
                database,
                sql: "SELECT seq FROM sqlite_sequence WHERE name = ?",
                arguments: [table]
            )
            return max(highest, given ?? 0)
        }
        guard last > 0 else { return }
        try await target.write(.everything) { database in
            _ = try StorageRow.fetchOne(
                database,
                sql: "SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'), ?)",
                arguments: [last]
            )
        }
    }
}
