import Foundation
import GRDB

/// Looks at a database before anything is read from it or written to it, because a damaged one could look like an empty one.
struct SQLiteFile {
    let url: URL

    /// From which size, in bytes, a file is not read through again that is known to be in order: that would take minutes.
    var largeSize = 256 * 1024 * 1024
    /// Up to which size, in bytes, indexes are compared with their tables whenever a file is read through: that takes no longer
    /// than anybody notices.
    var smallSize = 64 * 1024 * 1024

    private static let header = Data("SQLite format 3\0".utf8)
    /// How many kinds of damage are reported.
    private static let reported = 3

    /// How closely a file is read through.
    enum Care: String {
        /// Each page and each row by itself.
        case quick = "quick_check"
        /// Whether each index has each row as well. One that has lost some, and is in order by itself, has somebody look like a
        /// customer who has nothing.
        case full = "integrity_check"
    }

    private var name: String { url.lastPathComponent }

    /// Demands that what is there can be a database. Nothing at all is fine: it is made.
    func checkForm() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return try checkIsNew() }
        guard !isFolder.boolValue else {
            throw PurchaseServerError(.databaseUnusable, "\(name) is a folder; name a file")
        }
        let file: FileHandle
        do { file = try FileHandle(forReadingFrom: url) } catch {
            throw PurchaseServerError(.databaseUnusable, "\(name) cannot be read; let the server read and write it")
        }
        defer { try? file.close() }
        let beginning = try file.read(upToCount: Self.header.count) ?? Data()
        guard !beginning.isEmpty else {
            throw PurchaseServerError(
                .databaseDamaged,
                "\(name) is there and empty; remove it if this server is new, else restore it from a backup"
            )
        }
        guard beginning == Self.header else {
            throw PurchaseServerError(
                .databaseDamaged,
                "\(name) is no SQLite database, or its beginning is damaged; \(PurchaseServerError.restore)"
            )
        }
    }

    /// A log of changes to a database that is not there: the database was removed, or is kept elsewhere.
    private func checkIsNew() throws {
        let log = url.path + "-wal"
        let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
        guard (size ?? 0) == 0 else {
            throw PurchaseServerError(
                .databaseDamaged,
                "\(name) is missing, but its log \(name)-wal is there; put the file back, or remove the log too"
            )
        }
    }

    /// Demands that the database is whole, ours, and not newer than this server.
    ///
    /// - Parameter isInOrder: Whether it was read through before and has not changed since but by those who had done so. Then a
    ///   large one is not read through again: a page that the disk has lost meanwhile is found when it is read.
    /// - Returns: Whether it was read through.
    func checkContent(_ database: Database, migrator: DatabaseMigrator, isInOrder: Bool = false) throws -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
        let isReadThrough = !isInOrder || size ?? 0 < largeSize
        if isReadThrough { try readThrough(database, with: size ?? 0 < smallSize ? .full : .quick) }
        try checkTables(database, migrator)
        return isReadThrough
    }

    /// Demands that the database is whole.
    func readThrough(_ database: Database, with care: Care) throws {
        let findings = try String.fetchAll(database, sql: "PRAGMA \(care.rawValue)(\(Self.reported))")
        guard findings == ["ok"] else {
            let seen = findings.joined(separator: "; ").replacingOccurrences(of: "\n", with: " ")
            throw PurchaseServerError(.databaseDamaged, "\(name) is damaged (\(seen)); \(PurchaseServerError.restore)")
        }
    }

    private func checkTables(_ database: Database, _ migrator: DatabaseMigrator) throws {
        let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        guard tables.isEmpty || tables.contains("grdb_migrations") else {
            throw PurchaseServerError(
                .databaseForeign,
                "\(name) is a database of another program; name another file"
            )
        }
        guard !tables.isEmpty else { return }
        let unknown = try migrator.appliedIdentifiers(database).subtracting(migrator.migrations)
        guard unknown.isEmpty else {
            throw PurchaseServerError(
                .databaseNewer,
                "\(name) was written by a newer version of the server, which has the step "
                    + "\"\(unknown.sorted().joined(separator: "\", \""))\"; start that version, or restore a backup of this "
                    + "one: purser server restore"
            )
        }
    }
}
