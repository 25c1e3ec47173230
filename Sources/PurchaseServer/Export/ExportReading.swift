import AppStoreModels
package import Foundation
import GRDB
import Logging

/// Reads an export back into an empty server.
///
/// All of it or nothing: a file that is cut short, a row that does not fit, and the database is as empty as before. No server
/// may run meanwhile.
package struct ExportReading: Sendable {
    private let databaseFile: URL

    /// The longest line: the largest receipt that a server can be told to take, in base64, has 90 MB.
    static let maximumLineLength = 128 * 1024 * 1024

    /// The longest manifest that is read; one has less than 10 KB.
    private static let maximumManifestLength = 1024 * 1024

    /// - Parameter databaseFile: The database; made where missing.
    package init(databaseFile: URL) { self.databaseFile = databaseFile }

    /// Whether something is an export, or a folder that should be one.
    package static func isExport(_ folder: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Takes everything over.
    ///
    /// - Parameters:
    ///   - folder: The export.
    ///   - onTable: Told how many rows were read from a file.
    /// - Returns: How many rows each file had.
    /// - Throws: ``ImportError``; ``PurchaseServerError`` if a server runs (`folderInUse`), or nothing can be stored.
    @discardableResult
    package func read(_ folder: URL, onTable: (String, Int) -> Void = { _, _ in }) throws -> [String: Int] {
        let manifest = try Self.manifest(of: folder)
        return try told {
            try PrivateFiles(database: databaseFile).prepareFolder()
            let lock = try FolderLock(alone: databaseFile, for: "read an export")
            defer { withExtendedLifetime(lock) {} }
            let engine = try SQLiteEngine(file: databaseFile, logger: Logger(label: "purser.storage"), lock: lock)
            return try engine.pool.write { database in
                try checkIsEmpty(database)
                return try Self.read(manifest, folder, database, onTable)
            }
        }
    }

    /// Does the same with a database of its own that is gone afterwards.
    ///
    /// - Parameters:
    ///   - folder: The export.
    ///   - onTable: Told how many rows were read from a file.
    /// - Returns: How many rows each file had.
    /// - Throws: ``ImportError`` if the export could not be read into the server; ``PurchaseServerError`` if the server's
    ///   database cannot be used.
    @discardableResult
    package func rehearse(_ folder: URL, onTable: (String, Int) -> Void = { _, _ in }) throws -> [String: Int] {
        let manifest = try Self.manifest(of: folder)
        return try told {
            if try databaseFile.isThere() {
                let isEmpty = try PlainDatabase(file: databaseFile).read { try Self.isEmpty($0) }
                guard isEmpty else { throw Self.notEmpty }
            }
            // Without a name SQLite keeps it in a temporary file, or in memory as long as it is small.
            let stage = try DatabaseQueue(path: "")
            defer { try? stage.close() }
            try SQLiteMigrations.migrator.migrate(stage)
            return try stage.write { try Self.read(manifest, folder, $0, onTable) }
        }
    }

    /// Calls errors of the database by their names.
    private func told<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as ImportError { throw error } catch {
            if let error = error as? DatabaseError, error.resultCode == .SQLITE_CONSTRAINT {
                throw ImportError(.exportUnusable, "a line names something of which no line tells; export again")
            }
            throw PurchaseServerError(error, file: databaseFile.lastPathComponent)
        }
    }

    private static func manifest(of folder: URL) throws(ImportError) -> ExportManifest {
        let file = folder.appendingPathComponent(ExportManifest.fileName)
        let handle = FileHandle(forReadingAtPath: file.path)
        defer { try? handle?.close() }
        guard let data = try? handle?.read(upToCount: maximumManifestLength) else {
            throw ImportError(
                .exportUnusable,
                "the folder has no \(ExportManifest.fileName): it is no export, or one that was not finished; export again"
            )
        }
        return try ExportManifest(data)
    }

    // MARK: What must be so before

    private static let notEmpty = ImportError(
        .notEmpty,
        "the server knows customers or offerings already; an export is read into an empty one"
    )

    private func checkIsEmpty(_ database: Database) throws {
        guard try Self.isEmpty(database) else { throw Self.notEmpty }
    }

    private static func isEmpty(_ database: Database) throws -> Bool {
        try ExportedTable.names.allSatisfy { table in
            // The counter of changes of offerings has its row from the beginning.
            guard table != ExportedTable.counter, try database.tableExists(table) else { return true }
            return try Row.fetchOne(database, sql: "SELECT 1 FROM \(table) LIMIT 1") == nil
        }
    }

    private static func check(_ manifest: ExportManifest, _ database: Database) throws {
        let known = try Set(String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations"))
        if let newer = manifest.migrations.first(where: { !known.contains($0) }) {
            throw ImportError(.exportUnusable, "a newer server wrote it: it has \(newer.prefix(80)); use that version")
        }
        if let stranger = manifest.rows.keys.first(where: { !ExportedTable.names.contains($0) }) {
            throw ImportError(.exportUnusable, "there is no place for \(stranger.prefix(80))")
        }
        let numbered = ExportedNumbers.columns.keys.sorted()
        if let table = numbered.first(where: { manifest.rows[$0] != nil && manifest.numbers[$0] == nil }) {
            throw ImportError(.exportUnusable, "\(ExportManifest.fileName) does not say the last number of \(table)")
        }
    }

    // MARK: Reading

    private static func read(
        _ manifest: ExportManifest,
        _ folder: URL,
        _ database: Database,
        _ onTable: (String, Int) -> Void
    ) throws -> [String: Int] {
        try check(manifest, database)
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        var rows: [String: Int] = [:]
        for table in ExportedTable.names {
            guard let expected = manifest.rows[table] else { continue }
            let count = try read(table, folder, database)
            guard count == expected else {
                throw ImportError(.exportUnusable, "\(table).jsonl has \(count) rows, not \(expected)")
            }
            rows[table] = count
            onTable(table, count)
        }
        try ExportedNumbers.raise(to: manifest.numbers, in: database)
        return rows
    }

    private static func read(_ table: String, _ folder: URL, _ database: Database) throws -> Int {
        let file = folder.appendingPathComponent(table + ".jsonl")
        guard let handle = FileHandle(forReadingAtPath: file.path) else {
            throw ImportError(.exportUnusable, "\(table).jsonl is missing")
        }
        defer { try? handle.close() }
        if table == ExportedTable.counter { try database.execute(sql: "DELETE FROM \(table)") }
        let columns = try Set(database.columns(in: table).map(\.name))
        var reader = JSONObjectReader(ByteSource(handle), maximumLength: maximumLineLength)
        var count = 0
        while let record = try reader.next() {
            guard case .object(let object) = record else {
                throw ImportError(.exportUnusable, "line \(count + 1) of \(table).jsonl cannot be read")
            }
            try insert(object, columns, into: table, database)
            count += 1
        }
        return count
    }

    private static func insert(
        _ object: JSONObject,
        _ columns: Set<String>,
        into table: String,
        _ database: Database
    ) throws {
        let names = object.keys
        guard !names.isEmpty, names.allSatisfy(columns.contains) else {
            throw ImportError(.exportUnusable, "a line of \(table).jsonl has members that have no place")
        }
        let bodies = ExportedBody(StorageDatabase(database))
        let values = try object.members.map { name, value in
            try bodies.packed(ExportedRow.value(value), of: name, in: table)
        }
        let places = databaseQuestionMarks(count: names.count)
        do {
            try database.cachedStatement(
                sql: "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))"
            ).execute(arguments: StatementArguments(values))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw ImportError(.exportUnusable, "a line of \(table).jsonl contradicts another one")
        }
    }
}
