import Foundation
import GRDB

/// A database that is only read, checked before anything is believed, while a server may be writing to it.
struct PlainDatabase {
    let file: URL
    /// Whether whoever asks has it read through before; a large one is not read through again.
    var isInOrder = false

    /// One look at the database as it is at one moment.
    ///
    /// - Throws: ``PurchaseServerError``: there is none, nobody may look for it, or it is damaged, of another program, or newer.
    func read<Value>(_ look: (Database) throws -> Value) throws(PurchaseServerError) -> Value {
        let queue = try open()
        defer { try? queue.close() }
        do { return try queue.read(look) } catch {
            throw PurchaseServerError(error, file: file.lastPathComponent)
        }
    }

    /// The database for several looks; nothing can be written through it.
    ///
    /// - Throws: As ``read(_:)``.
    func open() throws(PurchaseServerError) -> DatabaseQueue {
        guard try file.isThere() else {
            throw PurchaseServerError(
                .databaseUnusable,
                "there is no database \(file.path); name the folder that a server has kept something in"
            )
        }
        do {
            let checked = SQLiteFile(url: file)
            try checked.checkForm()
            let queue = try DatabaseQueue(path: file.path, configuration: Self.configuration)
            _ = try queue.read { database in
                try checked.checkContent(database, migrator: SQLiteMigrations.migrator, isInOrder: isInOrder)
            }
            return queue
        } catch {
            throw PurchaseServerError(error, file: file.lastPathComponent)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "purser.reader"
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        return configuration
    }
}

extension Database {
    /// How many rows each table has, without those of SQLite itself.
    func rowCounts() throws -> [String: Int] {
        let tables = try String.fetchAll(
            self,
            sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        )
        return try Dictionary(
            uniqueKeysWithValues: tables.map { table in
                (table, try Int.fetchOne(self, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)") ?? 0)
            }
        )
    }
}
