package import Foundation
import GRDB

/// Brings a database to this version, and says before what would be done.
///
/// A server does the same when it starts; here it is done, or only told, while none runs.
package struct DatabaseUpgrade {
    /// The steps of the history of the tables.
    package struct Plan: Sendable, Equatable {
        /// Those that the database has.
        package let done: [String]
        /// Those that it has not.
        package let pending: [String]
    }

    private let file: URL

    /// - Parameter databaseFile: The database, which must be there.
    package init(databaseFile: URL) { file = databaseFile }

    /// What is there to do; nothing is changed.
    ///
    /// - Throws: ``PurchaseServerError`` if there is no database, or one that is damaged, of another program or newer.
    package func plan() throws(PurchaseServerError) -> Plan {
        try PlainDatabase(file: file).read { database in
            let migrator = SQLiteMigrations.migrator
            let applied = try migrator.appliedIdentifiers(database)
            return Plan(
                done: migrator.migrations.filter(applied.contains),
                pending: migrator.migrations.filter { !applied.contains($0) }
            )
        }
    }

    /// Does it. A step that fails leaves the database as it was before that step.
    ///
    /// - Returns: What was to be done, and is done now.
    /// - Throws: ``PurchaseServerError``, code `folderInUse` while a server runs; the others of ``plan()``.
    @discardableResult
    package func run() throws(PurchaseServerError) -> Plan {
        let plan = try plan()
        // Nobody is in the way of doing nothing.
        guard !plan.pending.isEmpty else { return plan }
        let lock = try FolderLock(alone: file, for: Self.work)
        defer { withExtendedLifetime(lock) {} }
        _ = try SQLiteStorage(file: file, lock: lock)
        return plan
    }

    /// What it is called where a server is in its way.
    static let work = "migrate"

    /// Demands that there is nothing to do, for work that only looks.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseOlder`; the others of ``plan()``.
    package func checkIsCurrent() throws(PurchaseServerError) {
        let steps = try plan().pending.count
        guard steps > 0 else { return }
        throw PurchaseServerError(
            .databaseOlder,
            "\(file.lastPathComponent) is of an earlier version, \(steps) \(steps == 1 ? "step" : "steps") behind; use that "
                + "version's command, or make a backup and run: purser server migrate"
        )
    }
}
