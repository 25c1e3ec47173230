import AppStoreModels
package import Foundation
import GRDB

/// Reads an export back into an empty server.
///
/// All of it or nothing: a file that is cut short, a row that does not fit, and the database is as empty as before.
package struct ExportReading: Sendable {
    private let storage: SQLiteStorage

    /// Opens the database; makes it where missing.
    ///
    /// - Throws: ``PurchaseServerError`` if it cannot be used.
    package init(databaseFile: URL) throws(PurchaseServerError) {
        storage = try SQLiteStorage(file: databaseFile)
    }

    init(storage: SQLiteStorage) { self.storage = storage }

    /// Whether a folder is an export.
    package static func isExport(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(ExportManifest.fileName).path)
    }

    /// - Parameter onTable: Told how many rows were read from a file.
    /// - Returns: How many rows each file had.
    /// - Throws: ``ImportError``; ``PurchaseServerError`` if nothing can be stored.
    @discardableResult
    package func read(
        _ folder: URL,
        onTable: @escaping @Sendable (String, Int) -> Void = { _, _ in }
    ) async throws -> [String: Int] {
        guard
            let data = FileManager.default.contents(atPath: folder.appendingPathComponent(ExportManifest.fileName).path)
        else { throw ImportError(.exportUnusable, "the folder has no \(ExportManifest.fileName)") }
        let manifest = try ExportManifest(data)
        return try await storage.pool.write { database in
            try Self.check(manifest, database)
            try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
            var rows: [String: Int] = [:]
            for table in ExportedTable.names {
                guard let expected = manifest.rows[table] else { continue }
                let count = try Self.read(table, folder, database)
                guard count == expected else {
                    throw ImportError(.exportUnusable, "\(table).jsonl has \(count) rows, not \(expected)")
                }
                rows[table] = count
                onTable(table, count)
            }
            return rows
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
        for table in ["customer_name", "fact", "upload", "notification", "purchase_event"] {
            let isEmpty = try Row.fetchOne(database, sql: "SELECT 1 FROM \(table) LIMIT 1") == nil
            guard isEmpty else {
                throw ImportError(.notEmpty, "the server knows customers already; an export is read into an empty one")
            }
        }
    }

    private static func read(_ table: String, _ folder: URL, _ database: Database) throws -> Int {
        let file = folder.appendingPathComponent(table + ".jsonl")
        guard let handle = FileHandle(forReadingAtPath: file.path) else {
            throw ImportError(.exportUnusable, "\(table).jsonl is missing")
        }
        defer { try? handle.close() }
        // Such as the one row that counts the changes of offerings.
        try database.execute(sql: "DELETE FROM \(table)")
        let columns = try Set(database.columns(in: table).map(\.name))
        var reader = JSONObjectReader(ByteSource(handle))
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
        let values = try object.members.map { try ExportedRow.value($0.value) }
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
