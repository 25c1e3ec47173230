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

    private let place: DatabasePlace

    /// - Parameter databaseFile: The database, which must be there.
    package init(databaseFile: URL) { place = .file(databaseFile) }

    /// - Parameter place: The database. A file must be there; a PostgreSQL may be empty.
    package init(_ place: DatabasePlace) { self.place = place }

    /// What is there to do; nothing is changed.
    ///
    /// - Throws: ``PurchaseServerError`` if there is no database, or one that is damaged, of another program or newer.
    package func plan() throws(PurchaseServerError) -> Plan {
        switch place {
        case .file(let file): try plan(of: file)
        case .shared(let database): try database.upgradePlan()
        }
    }

    private func plan(of file: URL) throws(PurchaseServerError) -> Plan {
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
    /// With a file no server may run. Those that share a PostgreSQL go on meanwhile, as far as each step leaves them be.
    ///
    /// - Returns: What was to be done, and is done now.
    /// - Throws: ``PurchaseServerError``, code `folderInUse` while a server uses the file; the others of ``plan()``.
    @discardableResult
    package func run() throws(PurchaseServerError) -> Plan {
        let plan = try plan()
        // Nobody is in the way of doing nothing.
        guard !plan.pending.isEmpty else { return plan }
        switch place {
        case .file(let file):
            let lock = try FolderLock(alone: file, for: Self.work)
            defer { withExtendedLifetime(lock) {} }
            _ = try PurchaseDatabase(file: file, lock: lock)
        case .shared(let database): _ = try database.engine()
        }
        return plan
    }

    /// What it is called where a server is in its way.
    static let work = "migrate"

    /// Demands that there is nothing to do, for work that only looks.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseOlder`, or `databaseUnusable` where there is nothing at all; the others
    ///   of ``plan()``.
    package func checkIsCurrent() throws(PurchaseServerError) {
        let plan = try plan()
        let steps = plan.pending.count
        guard steps > 0 else { return }
        if case .shared(let database) = place, plan.done.isEmpty {
            throw PurchaseServerError(.databaseUnusable, "no server has kept anything in \(database)")
        }
        throw PurchaseServerError(
            .databaseOlder,
            "\(place.name) is of an earlier version, \(steps) \(steps == 1 ? "step" : "steps") behind; use that "
                + "version's command, or make a backup and run: purser server migrate"
        )
    }
}
