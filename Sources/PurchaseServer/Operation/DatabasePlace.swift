import AppStoreModels
package import Foundation

/// Where a server keeps everything.
package enum DatabasePlace: Sendable {
    /// A file of SQLite in its folder; it need not be there yet.
    case file(URL)
    /// A PostgreSQL that servers share.
    case shared(SharedDatabase)

    /// What is done with a file only, because PostgreSQL has its own means for it.
    package enum FileWork: String, Sendable, CaseIterable {
        case backup, restore, copy
        case reading = "reading an export"
    }

    /// The file, for what is done with a file only.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseShared`, which says what to use instead.
    package func file(for work: FileWork) throws(PurchaseServerError) -> URL {
        switch self {
        case .file(let file): return file
        case .shared(let database):
            throw PurchaseServerError(
                .databaseShared,
                "\(work.rawValue) works on the file of one server, and \(database) is a PostgreSQL; \(work.instead)"
            )
        }
    }

    /// Demands that a server has kept something in it, for work that makes none. What is in a file is not looked at, nor is a
    /// PostgreSQL.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseUnusable`: there is no file, or nobody may look for it.
    package func checkIsThere() throws(PurchaseServerError) {
        guard case .file(let file) = self else { return }
        guard try file.isThere() else {
            let folder = file.deletingLastPathComponent().path
            throw PurchaseServerError(.databaseUnusable, "no server has kept anything in \(folder)")
        }
    }

    /// What it is called in errors.
    var name: String {
        switch self {
        case .file(let file): file.lastPathComponent
        case .shared(let database): "\(database)"
        }
    }
}

extension DatabasePlace.FileWork {
    /// What does the same with a PostgreSQL.
    fileprivate var instead: String {
        switch self {
        case .backup: "use pg_dump --format=custom, or pg_basebackup with archived logs"
        case .restore: "use pg_restore into a new database, and give the servers that one"
        case .copy: "name the folder to copy from (--data) and the database to copy to (--to)"
        case .reading: "read it into a folder (--data), and bring that there: purser server copy"
        }
    }
}

extension URL {
    /// Whether the file or folder is there.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseUnusable`, if nobody may look for it.
    func isThere() throws(PurchaseServerError) -> Bool {
        try FilePresence(of: path).isThere(orThrow: { PurchaseServerError(.databaseUnusable, $0) })
    }
}

extension PurchaseServerConfiguration {
    /// Where the server keeps everything.
    package var place: DatabasePlace { sharedDatabase.map(DatabasePlace.shared) ?? .file(databaseFile) }
}
