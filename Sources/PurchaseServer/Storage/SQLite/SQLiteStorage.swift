import AppStoreModels
import Entitlements
package import Foundation
import GRDB
package import Logging

/// The storage in one SQLite file.
///
/// Write-ahead log with `synchronous = FULL`: a commit returns after the log is on disk, so neither the end of the process
/// nor a loss of power takes back what was acknowledged. The file is checked when it is opened; see <doc:Database>.
package struct SQLiteStorage: PurchaseStorage {
    let pool: DatabasePool
    let group: GroupCommit
    private let answers: AnswerReader
    let logger: Logger
    private(set) var terms: ClaimTerms
    /// Tells of what changes; nil for a storage that tells nobody.
    private(set) var events: EventWriter?
    /// Rings when something was written.
    let wakeUp = WakeUp()
    /// How many more answers of repeated requests may be kept.
    let answerRoom = AnswerRoom()
    private let file: URL
    private var fileName: String { file.lastPathComponent }
    private let health = SQLiteHealth()

    /// How much later than now a moment may be that a clock in order set, in milliseconds; the longest wait is an hour.
    static let clockTolerance: Int64 = 86_400_000

    /// Opens or makes the file, checks it, and brings its tables up to date.
    ///
    /// - Parameters:
    ///   - file: The file; its folder is made where missing.
    ///   - logger: Where rows are reported that cannot be read and are passed over.
    ///   - terms: By which rules it is decided whose a purchase is.
    /// - Throws: ``PurchaseServerError``: what is wrong with the file, and what to do.
    package init(
        file: URL,
        logger: Logger = Logger(label: "purser.storage"),
        terms: ClaimTerms = ClaimTerms()
    ) throws(PurchaseServerError) {
        try self.init(file: file, logger: logger, terms: terms, events: nil, lock: nil)
    }

    /// - Parameters:
    ///   - events: Tells of what changes; nil for nobody.
    ///   - lock: The folder's, where the caller has it.
    init(
        file: URL,
        logger: Logger = Logger(label: "purser.storage"),
        terms: ClaimTerms = ClaimTerms(),
        events: EventWriter? = nil,
        lock: FolderLock?
    ) throws(PurchaseServerError) {
        self.events = events
        self.file = file
        self.terms = terms
        self.logger = logger
        do {
            try PrivateFiles(database: file).prepareFolder()
        } catch {
            throw PurchaseServerError(
                .databaseUnusable,
                "the folder of \(file.lastPathComponent) cannot be made; name one that the server may make or write to"
            )
        }
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

    /// The same database by other rules.
    func with(_ terms: ClaimTerms, _ events: EventWriter?) -> Self {
        var storage = self
        (storage.terms, storage.events) = (terms, events)
        return storage
    }

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
            throw PurchaseServerError(error, file: fileName)
        }
    }

    /// How much of the database the writer holds in memory.
    private static let writerKibibytes = 16_384
    /// After how many pages, of 4096 octets, the log is put back into the file.
    private static let logPages = 8_000

    /// GRDB sets `synchronous = NORMAL` whenever it opens a pool, so FULL must be set afterwards, and is worth a look.
    private func makeDurable() throws(PurchaseServerError) {
        let mode: Int?
        do {
            mode = try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
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

    package func checkHealth(at date: Date) async throws {
        try await health.check(at: date) { () async throws(PurchaseServerError) in
            try await write { database in
                try database.execute(
                    sql: "INSERT INTO health (id, checked_ms) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET checked_ms = ?",
                    arguments: [date.millisecondsSince1970, date.millisecondsSince1970]
                )
            }
        }
    }
}

extension SQLiteStorage {
    /// One change, which happens whole or not at all, and is on the disk when this returns.
    ///
    /// - Throws: ``PurchaseServerError``.
    func write<Value: Sendable>(
        _ change: @escaping @Sendable (StorageDatabase) throws -> Value
    ) async throws(PurchaseServerError) -> Value {
        do {
            let value = try await group.write(change)
            health.note(nil)
            wakeUp.ring()
            return value
        } catch {
            let failure = PurchaseServerError(error, file: fileName)
            // A refusal says nothing about the disk.
            if Self.concernsDisk(failure) { health.note(failure) }
            throw failure
        }
    }

    /// One look at the database.
    ///
    /// - Throws: ``PurchaseServerError``.
    func read<Value: Sendable>(
        _ look: @escaping @Sendable (StorageDatabase) throws -> Value
    ) async throws(PurchaseServerError) -> Value {
        do {
            return try await pool.read { try look(StorageDatabase($0)) }
        } catch {
            throw PurchaseServerError(error, file: fileName)
        }
    }

    /// One look at the database, while whoever asks waits: for what a server needs before it begins.
    ///
    /// - Throws: ``PurchaseServerError``.
    func readNow<Value>(_ look: (StorageDatabase) throws -> Value) throws(PurchaseServerError) -> Value {
        do { return try pool.read { try look(StorageDatabase($0)) } } catch {
            throw PurchaseServerError(error, file: fileName)
        }
    }

    /// One change, while whoever asks waits: for what a server needs before it begins.
    ///
    /// - Throws: ``PurchaseServerError``.
    func writeNow<Value>(_ change: (StorageDatabase) throws -> Value) throws(PurchaseServerError) -> Value {
        do { return try pool.write { try change(StorageDatabase($0)) } } catch {
            throw PurchaseServerError(error, file: fileName)
        }
    }

    /// One quick query, see ``AnswerReader``.
    ///
    /// - Throws: ``PurchaseServerError``.
    func look<Value: Sendable>(
        _ query: @escaping @Sendable (StorageDatabase) throws -> Value
    ) async throws(PurchaseServerError) -> Value {
        do {
            if let value = try answers.look(query) { return value }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // The pool waits longer, and keeps nobody else waiting meanwhile.
        } catch {
            throw PurchaseServerError(error, file: fileName)
        }
        return try await read(query)
    }

    private static func concernsDisk(_ failure: PurchaseServerError) -> Bool {
        let refusals: Set<PurchaseServerError.Code> = [
            .pendingUploads, .pendingUploadsOfCustomer, .keyRefused, .unknownKey, .tooManyKeys, .tooManyEndpoints,
            .cancelled,
        ]
        return !refusals.contains(failure.code)
    }
}
