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

extension PurchaseServerConfiguration {
    /// Where the server keeps everything.
    package var place: DatabasePlace { sharedDatabase.map(DatabasePlace.shared) ?? .file(databaseFile) }
}
