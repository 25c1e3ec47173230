package import Foundation
import GRDB
import SystemCalls

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Puts a backup in the place of a server's database. What was there is kept beside it.
package struct DatabaseRestore {
    /// What was done.
    package struct Report: Sendable, Equatable {
        /// How many rows each table has.
        package let rows: [String: Int]
        /// Where the database is that was there before; nil if there was none.
        package let previous: URL?
        /// Which steps a server will do when it starts, because the backup is of an earlier version.
        package let pending: [String]
    }

    private let file: URL

    /// - Parameter databaseFile: The database of the server; its folder is made where missing.
    package init(databaseFile: URL) { file = databaseFile }

    /// Reads the backup through, puts what is there aside, and takes the backup's place in one step.
    ///
    /// - Parameters:
    ///   - backup: The backup; it stays as it is.
    ///   - date: When this is.
    /// - Throws: ``PurchaseServerError``: a server runs (`folderInUse`), or the backup is damaged, of another program or
    ///   newer. The database is then as it was.
    package func run(from backup: URL, at date: Date) throws(PurchaseServerError) -> Report {
        let plan = try DatabaseUpgrade(databaseFile: backup).plan()
        try PrivateFiles(database: file).prepareFolder()
        let lock = try FolderLock(alone: file, for: "restore")
        defer { withExtendedLifetime(lock) {} }
        let draft = URL(fileURLWithPath: file.path + ".restored")
        try? FileManager.default.removeItem(at: draft)
        let rows = try DatabaseCopy(original: backup).write(to: draft, ownedBy: FileOwner(of: file))
        defer { try? FileManager.default.removeItem(at: draft) }
        let previous = try putAside(at: date)
        // A log of the database before would be taken for one of this, and what is noted of it as well.
        for ending in ["-wal", "-shm", "-journal", CleanStop.ending] {
            try? FileManager.default.removeItem(atPath: file.path + ending)
        }
        guard rename(draft.path, file.path) == 0 else {
            let failure = failure("\(file.path) cannot be replaced")
            // With its log, or what was written last would be missing.
            if let previous { _ = DatabaseCopy.give(previous.path + "-wal", file.path + "-wal") }
            throw failure
        }
        try? FileFolder(of: file.path).flush()
        return Report(rows: rows, previous: previous, pending: plan.pending)
    }

    /// Gives the database a second name, under which it stays; with its log where that cannot be taken up into it.
    private func putAside(at date: Date) throws(PurchaseServerError) -> URL? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        takeUpLog()
        let aside = file.deletingLastPathComponent()
            .appendingPathComponent("\(DatabaseBackup.name(of: file, at: date))-before-restore.sqlite")
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + ending) {
            guard DatabaseCopy.give(file.path + ending, aside.path + ending) else {
                throw failure("\(aside.path)\(ending) cannot be made")
            }
        }
        try? FileFolder(of: file.path).flush()
        return aside
    }

    /// A database whose log cannot be taken up is damaged; that is why people restore, and no reason to stop.
    private func takeUpLog() {
        guard let queue = try? DatabaseQueue(path: file.path) else { return }
        try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try? queue.close()
    }

    private func failure(_ what: String) -> PurchaseServerError {
        PurchaseServerError(.databaseUnusable, "\(what) (\(String(cString: strerror(errno)))); nothing was replaced")
    }
}
