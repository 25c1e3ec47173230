import Foundation
import GRDB

/// Very many rows at once: without triggers, a journal, or a wait for the disk.
enum DatabaseTriggers {
    /// Runs `body` in one transaction, with the triggers put aside.
    static func without(in database: Database, _ body: () throws -> Void) throws {
        try setJournal("off", database)
        try database.inTransaction(.exclusive) {
            let triggers = try putAside(database)
            try body()
            for trigger in triggers { try database.execute(sql: trigger) }
            return .commit
        }
        try setJournal("wal", database)
    }

    /// SQLite does not wait by itself until nobody else has the file open.
    private static func setJournal(_ mode: String, _ database: Database) throws {
        for _ in 0..<300 {
            let set = try? String.fetchOne(database, sql: "PRAGMA journal_mode = \(mode)")
            if set == mode { return }
            usleep(100_000)
        }
        throw BenchmarkError("the database is in use: its journal stays as it is")
    }

    /// - Returns: How to make them again.
    private static func putAside(_ database: Database) throws -> [String] {
        let triggers = try Row.fetchAll(
            database,
            sql: """
                SELECT name, sql FROM sqlite_master
                WHERE type = 'trigger' AND name LIKE '%kept_answer'
                """
        )
        for trigger in triggers {
            let name: String = trigger[0]
            try database.execute(sql: "DROP TRIGGER \"\(name)\"")
        }
        return triggers.map { $0[1] }
    }
}
