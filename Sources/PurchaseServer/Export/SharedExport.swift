import Foundation
import GRDB

/// Writes the files of an export from a PostgreSQL, in the columns that a file has: whatever reads the one reads the other.
struct SharedExport: Sendable {
    private let engine: any StorageEngine
    private let date: Date

    /// - Parameters:
    ///   - engine: The database, of this version.
    ///   - date: When the export is made.
    init(of engine: any StorageEngine, at date: Date) { (self.engine, self.date) = (engine, date) }

    /// Writes all files but the manifest, as of one moment. Rows are read some hundred at a time.
    ///
    /// - Returns: What the manifest says.
    /// - Throws: ``ImportError``, code `folder-unusable`; ``PurchaseServerError`` if the database cannot be read.
    func write(to folder: URL) throws -> ExportManifest {
        let tables = try Self.tables()
        let manifest = try engine.readNow { [date] database -> Result<ExportManifest, ImportError> in
            do {
                // Between two questions it waits for the disk to which the files go, and is not gone.
                try database.execute(sql: "SET LOCAL idle_in_transaction_session_timeout = '15min'")
                var rows: [String: Int] = [:]
                for table in tables {
                    rows[table.table] = try Self.write(table, to: folder, database)
                }
                return .success(
                    ExportManifest(
                        createdDate: date,
                        migrations: SQLiteMigrations.migrator.migrations,
                        rows: rows,
                        numbers: try ExportedNumbers.all(in: database)
                    )
                )
            } catch let error as ImportError {
                return .failure(error)
            }
        }
        return try manifest.get()
    }

    private static func write(_ table: MovedColumns, to folder: URL, _ database: StorageDatabase) throws -> Int {
        let lines = try ExportedLines(PurchaseExport.file(of: table.table, in: folder))
        let bodies = ExportedBody(database)
        var place: [DatabaseValue]?
        repeat {
            let portion = try table.rows(after: place, in: database)
            for row in portion {
                try lines.append(ExportedRow.line(bodies.whole(zip(table.names, row), of: table.table)))
            }
            place = portion.count < MovedColumns.portion ? nil : portion.last.flatMap(table.place)
        } while place != nil
        return try lines.finish()
    }

    /// The tables with their columns as a file has them: what only PostgreSQL has is its own affair.
    private static func tables() throws -> [MovedColumns] {
        let empty = try DatabaseQueue()
        defer { try? empty.close() }
        try SQLiteMigrations.migrator.migrate(empty)
        return try empty.read { database in
            try ExportedTable.names.map { try MovedColumns(of: $0, in: StorageDatabase(database)) }
        }
    }
}
