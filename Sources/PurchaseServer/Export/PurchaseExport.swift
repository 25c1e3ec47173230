import AppStoreModels
package import Foundation
import GRDB

/// Writes everything that a server knows to a folder, as JSON Lines, one file for each kind of rows.
///
/// All of it is of one moment, also while the server runs, and the database is only read. A row is written as it is read, so a
/// database of any size takes the same memory. Secrets and digests of keys are left out, and so are webhooks: they are made
/// anew.
package struct PurchaseExport: Sendable {
    private let place: DatabasePlace
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - databaseFile: The database, which must be there and of this version.
    ///   - now: When the export is made.
    package init(databaseFile: URL, now: @escaping @Sendable () -> Date) {
        self.init(.file(databaseFile), now: now)
    }

    /// - Parameters:
    ///   - place: The database, which must be there and of this version.
    ///   - now: When the export is made.
    package init(_ place: DatabasePlace, now: @escaping @Sendable () -> Date) {
        (self.place, self.now) = (place, now)
    }

    /// Writes the folder. What an export that failed has written is removed again.
    ///
    /// - Parameters:
    ///   - folder: Made where missing, for its owner alone; must be empty.
    ///   - onTable: Told how many rows a file has when it is written.
    /// - Returns: How many rows each file has.
    /// - Throws: ``ImportError``, code `folder-unusable`; ``PurchaseServerError`` if the database cannot be read, or is of an
    ///   earlier version.
    @discardableResult
    package func write(
        to folder: URL,
        onTable: (String, Int) -> Void = { _, _ in }
    ) throws -> [String: Int] {
        try DatabaseUpgrade(place).checkIsCurrent()
        let isNew = try prepare(folder)
        do {
            let manifest =
                switch place {
                case .file(let file): try snapshot(of: file, folder, onTable)
                case .shared(let database): try SharedExport(of: try database.engine(), at: now()).write(to: folder)
                }
            let file = folder.appendingPathComponent(ExportManifest.fileName)
            do {
                try JSONValue.object(manifest.json).jsonData.write(to: file, options: .atomic)
            } catch { throw Self.unwritable(file) }
            return manifest.rows
        } catch {
            Self.clear(folder, isNew: isNew)
            throw error
        }
    }

    private func snapshot(
        of databaseFile: URL,
        _ folder: URL,
        _ onTable: (String, Int) -> Void
    ) throws -> ExportManifest {
        let date = now()
        // One transaction that reads: whatever is written meanwhile is not seen.
        let manifest = try PlainDatabase(file: databaseFile).read { database -> Result<ExportManifest, ImportError> in
            do {
                var rows: [String: Int] = [:]
                for table in ExportedTable.names {
                    let count = try Self.write(table, to: Self.file(of: table, in: folder), database)
                    rows[table] = count
                    onTable(table, count)
                }
                let migrations = try String.fetchAll(
                    database,
                    sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid"
                )
                let numbers = try ExportedNumbers.all(in: StorageDatabase(database))
                return .success(
                    ExportManifest(createdDate: date, migrations: migrations, rows: rows, numbers: numbers)
                )
            } catch let error as ImportError {
                return .failure(error)
            }
        }
        return try manifest.get()
    }

    static func file(of table: String, in folder: URL) -> URL { folder.appendingPathComponent(table + ".jsonl") }

    private static func write(_ table: String, to file: URL, _ database: Database) throws -> Int {
        let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \(table)")
        let lines = try ExportedLines(file)
        let bodies = ExportedBody(StorageDatabase(database))
        while let row = try rows.next() { try lines.append(ExportedRow.line(bodies.whole(row, of: table))) }
        return try lines.finish()
    }

    /// - Returns: Whether the folder was made for it.
    private func prepare(_ folder: URL) throws(ImportError) -> Bool {
        let manager = FileManager.default
        let isNew = !manager.fileExists(atPath: folder.path)
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
        return isNew
    }

    /// So that the same command can be run again when there is room.
    private static func clear(_ folder: URL, isNew: Bool) {
        let manager = FileManager.default
        for table in ExportedTable.names { try? manager.removeItem(at: file(of: table, in: folder)) }
        try? manager.removeItem(at: folder.appendingPathComponent(ExportManifest.fileName))
        if isNew, (try? manager.contentsOfDirectory(atPath: folder.path))?.isEmpty == true {
            try? manager.removeItem(at: folder)
        }
    }

    private static func unwritable(_ file: URL) -> ImportError { ExportedLines.unwritable(file) }
}
