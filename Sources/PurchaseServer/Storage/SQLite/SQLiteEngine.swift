import CSQLiteMemory
import Foundation
import GRDB
import Logging

/// One SQLite file.
///
/// Write-ahead log with `synchronous = FULL`: a commit returns after the log is on disk, so neither the end of the process
/// nor a loss of power takes back what was acknowledged. The file is checked when it is opened; see <doc:Database>.
struct SQLiteEngine: StorageEngine {
    let pool: DatabasePool
    let group: GroupCommit
    private let answers: AnswerReader
    private let file: URL
    private let logger: Logger

    var name: String { file.lastPathComponent }
    var isShared: Bool { false }

    /// Opens or makes the file, checks it, and brings its tables up to date.
    ///
    /// - Parameter lock: The folder's, where the caller has it.
    /// - Throws: ``PurchaseServerError``: what is wrong with the file, and what to do.
    init(file: URL, logger: Logger, lock: FolderLock?) throws(PurchaseServerError) {
        (self.file, self.logger) = (file, logger)
        _ = Self.countsNoMemory
        try PrivateFiles(database: file).prepareFolder()
        do {
            let checked = SQLiteFile(url: file)
            try checked.checkForm()
            // Another server that uses it has looked at it.
            let isInOrder = CleanStop(database: file).take() || lock?.isShared == true
            PrivateFiles(database: file).prepareDatabase()
            var configuration = Configuration()
            configuration.label = "purser"
            configuration.busyMode = .timeout(10)
            let migrator = SQLiteMigrations.migrator
            pool = try DatabasePool(path: file.path, configuration: configuration)
            let isReadThrough = try pool.read { database in
                try checked.checkContent(database, migrator: migrator, isInOrder: isInOrder)
            }
            if !isReadThrough {
                logger.info("the database was not read through: it is in order since it was last, and large")
            }
            try Self.migrate(pool, migrator, file, lock)
            group = GroupCommit(pool: pool)
            answers = try AnswerReader(file: file)
        } catch {
            throw PurchaseServerError(error, file: file.lastPathComponent)
        }
        try makeDurable()
        try makeRoom()
    }

    /// Set once, before the process uses SQLite. Where somebody has used it already it stays as it is, and is slower.
    private static let countsNoMemory = purser_sqlite_count_no_memory() == 0

    /// Steps change the tables under a server of an earlier version, so they are done while none runs. A new database has
    /// none to change.
    private static func migrate(
        _ pool: DatabasePool,
        _ migrator: DatabaseMigrator,
        _ file: URL,
        _ lock: FolderLock?
    ) throws {
        let applied = try pool.read { try migrator.appliedIdentifiers($0) }
        guard !applied.isEmpty, !applied.isSuperset(of: migrator.migrations) else { return try migrator.migrate(pool) }
        let lock = try lock ?? FolderLock(alone: file, for: DatabaseUpgrade.work)
        try lock.alone(for: DatabaseUpgrade.work) { try migrator.migrate(pool) }
    }

    /// Room for the pages of a whole common commit, which SQLite would otherwise write twice, and for a log so long that a
    /// page that changes again and again is copied into the file only now and then.
    private func makeRoom() throws(PurchaseServerError) {
        do {
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA cache_size = -\(Self.writerKibibytes)")
                try database.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.logPages)")
                try database.execute(sql: "PRAGMA temp_store = MEMORY")
            }
        } catch {
            throw PurchaseServerError(error, file: name)
        }
    }

    /// How much of the database the writer holds in memory.
    private static let writerKibibytes = 16_384
    /// After how many pages, of 4096 octets, the log is put back into the file.
    private static let logPages = 8_000

    /// GRDB sets `synchronous = NORMAL` whenever it opens a pool, so FULL must be set afterwards, and is worth a look. What
    /// was written until then, by GRDB and by migrations, has not been waited for: if the first sync failed, the disk would
    /// forget pages of the log that SQLite counts on.
    private func makeDurable() throws(PurchaseServerError) {
        let mode: Int?
        do {
            mode = try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try Self.syncLog(database)
                return try Int.fetchOne(database, sql: "PRAGMA synchronous")
            }
        } catch {
            throw PurchaseServerError(.databaseNotDurable, "synchronous = FULL is refused: \(error)")
        }
        guard mode == 2 else {
            throw PurchaseServerError(
                .databaseNotDurable,
                "synchronous is \(mode.map(String.init) ?? "unknown"), not 2"
            )
        }
    }

    /// Has what stands in the log reach the disk; putting it into the file begins with that.
    private static func syncLog(_ database: Database) throws {
        do { try database.checkpoint(.passive) } catch let error as DatabaseError {
            // Another server on this file does so right now, or the log is safe and there is no room for more in the file.
            guard [.SQLITE_BUSY, .SQLITE_FULL].contains(error.resultCode) else { throw error }
        }
    }

    func write<Value: Sendable>(
        _ scope: WriteScope,
        _ change: @escaping @Sendable (StorageDatabase) throws -> Value
    ) async throws -> (value: Value, isChange: Bool) {
        try await group.write { database in
            let before = database.totalChangesCount
            let value = try change(database)
            return (value, database.totalChangesCount != before)
        }
    }

    func read<Value: Sendable>(_ look: @escaping @Sendable (StorageDatabase) throws -> Value) async throws -> Value {
        try await pool.read { try look(StorageDatabase($0)) }
    }

    func readNow<Value: Sendable>(_ look: @escaping @Sendable (StorageDatabase) throws -> Value) throws -> Value {
        try pool.read { try look(StorageDatabase($0)) }
    }

    func writeNow<Value: Sendable>(_ change: @escaping @Sendable (StorageDatabase) throws -> Value) throws -> Value {
        try pool.write { try change(StorageDatabase($0)) }
    }

    func look<Answer: Sendable>(_ query: QuickQuestion<Answer>) async throws -> Answer? {
        if let answer = try lookAtOnce(query) { return answer }
        return try await read { try query.answer(in: $0) }
    }

    /// The same where hardly anything has to be waited for: a second at most, where the log is begun anew. See ``AnswerReader``.
    ///
    /// - Returns: nil where something has to be.
    func lookAtOnce<Answer: Sendable>(_ query: QuickQuestion<Answer>) throws -> Answer?? {
        do {
            return try answers.look { try query.answer(in: $0) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // The pool waits longer, and keeps nobody else waiting meanwhile.
            return nil
        }
    }

    /// Nobody tells: whoever shares a file looks now and then.
    func listen(_ ring: @escaping @Sendable () -> Void) {}

    /// Brings everything into the file, and notes that it is left in order, so that the next start need not read all of it.
    ///
    /// Where that fails, because another program uses it or the disk is full, the next one does.
    func noteStop() {
        do {
            _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            CleanStop(database: file).write()
        } catch {
            logger.info("the database is read through at the next start", metadata: ["reason": "\(error)"])
        }
    }
}
