import AppStoreModels
package import Foundation
import GRDB
import Logging

/// Writes everything that a server knows to a folder, as JSON Lines, one file for each kind of rows.
///
/// All of it is of one moment, also while the server runs. A row is written as it is read, so a database of any size takes the
/// same memory. Secrets and digests of keys are left out, and so are webhooks: they are made anew.
package struct PurchaseExport: Sendable {
    private let storage: SQLiteStorage
    private let now: @Sendable () -> Date

    /// Opens the database.
    ///
    /// - Throws: ``PurchaseServerError`` if it cannot be used.
    package init(databaseFile: URL, now: @escaping @Sendable () -> Date) throws(PurchaseServerError) {
        storage = try SQLiteStorage(file: databaseFile)
        self.now = now
    }

    init(storage: SQLiteStorage, now: @escaping @Sendable () -> Date) {
        self.storage = storage
        self.now = now
    }

    /// - Parameters:
    ///   - folder: Made where missing, for its owner alone; must be empty.
    ///   - onTable: Told how many rows a file has when it is written.
    /// - Returns: How many rows each file has.
    /// - Throws: ``ImportError``, code `folder-unusable`; ``PurchaseServerError`` if the database cannot be read.
    @discardableResult
    package func write(
        to folder: URL,
        onTable: @escaping @Sendable (String, Int) -> Void = { _, _ in }
    ) async throws -> [String: Int] {
        try prepare(folder)
        let manifest = try await snapshot(folder, onTable)
        let file = folder.appendingPathComponent(ExportManifest.fileName)
        do {
            try JSONValue.object(manifest.json).jsonData.write(to: file, options: .atomic)
        } catch { throw Self.unwritable(file) }
        return manifest.rows
    }

    private func snapshot(
        _ folder: URL,
        _ onTable: @escaping @Sendable (String, Int) -> Void
    ) async throws -> ExportManifest {
        let date = now()
        // One transaction that reads: whatever is written meanwhile is not seen.
        return try await storage.pool.read { database in
            var rows: [String: Int] = [:]
            for table in ExportedTable.names {
                let count = try Self.write(table, to: folder.appendingPathComponent(table + ".jsonl"), database)
                rows[table] = count
                onTable(table, count)
            }
            let migrations = try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
            return ExportManifest(createdDate: date, migrations: migrations, rows: rows)
        }
    }

    private static func write(_ table: String, to file: URL, _ database: Database) throws -> Int {
        guard
            FileManager.default.createFile(
                atPath: file.path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            ), let handle = FileHandle(forWritingAtPath: file.path)
        else { throw unwritable(file) }
        defer { try? handle.close() }
        var count = 0
        var waiting = Data()
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table)")
        do {
            while let row = try rows.next() {
                waiting.append(ExportedRow.line(row))
                count += 1
                if waiting.count > 262_144 {
                    try handle.write(contentsOf: waiting)
                    waiting.removeAll(keepingCapacity: true)
                }
            }
            try handle.write(contentsOf: waiting)
            try handle.synchronize()
        } catch let error as DatabaseError { throw error } catch { throw unwritable(file) }
        return count
    }

    private func prepare(_ folder: URL) throws(ImportError) {
        let manager = FileManager.default
        do {
            try manager.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            guard try manager.contentsOfDirectory(atPath: folder.path).isEmpty else {
                throw ImportError(.folderUnusable, "\(folder.lastPathComponent) is not empty; name another folder")
            }
        } catch let error as ImportError { throw error } catch {
            throw ImportError(.folderUnusable, "\(folder.lastPathComponent) cannot be made or looked into")
        }
    }

    private static func unwritable(_ file: URL) -> ImportError {
        ImportError(.folderUnusable, "\(file.lastPathComponent) cannot be written; make room, or name another folder")
    }
}
