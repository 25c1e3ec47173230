import AppStoreModels
import Entitlements
package import Foundation
package import Logging

/// The storage in a database, whichever engine it is; the rows are written by one code for all of them.
package struct PurchaseDatabase: PurchaseStorage {
    let engine: any StorageEngine
    /// The same where it is a file: most are, and quick enough that it is asked directly.
    let file: SQLiteEngine?
    let logger: Logger
    private(set) var terms: ClaimTerms
    /// Tells of what changes; nil for a storage that tells nobody.
    private(set) var events: EventWriter?
    /// Rings when something was written.
    let wakeUp = WakeUp()
    /// How many more answers of repeated requests may be kept.
    let answerRoom = AnswerRoom()
    /// Which headers of what was signed are in the database.
    let knownHeaders = KnownHeaders()
    /// Headers of what was signed and came lately.
    let recentHeaders = RecentHeaders()
    private let health = DatabaseHealth()

    /// Opens or makes a file of SQLite, checks it, and brings its tables up to date.
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
        let engine = try SQLiteEngine(file: file, logger: logger, lock: lock)
        self.init(engine, logger: logger, terms: terms, events: events)
    }

    /// Opens a database that servers share, and brings its tables up to date.
    ///
    /// - Throws: ``PurchaseServerError``: what is wrong with the database, and what to do.
    package init(_ database: SharedDatabase) throws(PurchaseServerError) { self.init(try database.engine()) }

    /// - Parameters:
    ///   - engine: Opened, with all tables up to date.
    ///   - events: Tells of what changes; nil for nobody.
    init(
        _ engine: any StorageEngine,
        logger: Logger = Logger(label: "purser.storage"),
        terms: ClaimTerms = ClaimTerms(),
        events: EventWriter? = nil
    ) {
        (self.engine, self.logger, self.terms, self.events) = (engine, logger, terms, events)
        file = engine as? SQLiteEngine
        engine.listen { [wakeUp] in wakeUp.ring() }
    }

    /// The same database by other rules.
    func with(_ terms: ClaimTerms, _ events: EventWriter?) -> Self {
        var storage = self
        (storage.terms, storage.events) = (terms, events)
        return storage
    }

    /// Leaves everything in order for the next start.
    func noteStop() { engine.noteStop() }

    package func checkHealth(at date: Date) async throws {
        try await health.check(at: date) { () async throws(PurchaseServerError) in
            try await write(.independent) { database in
                try database.execute(
                    sql: """
                        INSERT INTO health (id, checked_ms) VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET checked_ms = ?1
                        """,
                    arguments: [date.millisecondsSince1970]
                )
            }
        }
    }
}

extension PurchaseDatabase {
    /// One change, which happens whole or not at all, and is on the disk when this returns.
    ///
    /// - Parameter scope: Whom it concerns, where several servers write.
    /// - Throws: ``PurchaseServerError``.
    func write<Value: Sendable>(
        _ scope: WriteScope = .everything,
        _ change: @escaping @Sendable (StorageDatabase) throws -> Value
    ) async throws(PurchaseServerError) -> Value {
        do {
            let done =
                if let file { try await file.write(scope, change) } else { try await engine.write(scope, change) }
            health.note(nil)
            // The rounds that find nothing to do must wake nobody: they would wake each other for ever.
            if done.isChange { wakeUp.ring() }
            return done.value
        } catch {
            let failure = PurchaseServerError(error, file: engine.name)
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
            if let file { return try await file.read(look) }
            return try await engine.read(look)
        } catch { throw PurchaseServerError(error, file: engine.name) }
    }

    /// One look at the database that may be some seconds behind; see ``StorageEngine/readBehind(about:_:)``.
    ///
    /// - Throws: ``PurchaseServerError``.
    func readBehind<Value: Sendable>(
        about customer: CustomerID? = nil,
        _ look: @escaping @Sendable (StorageDatabase) throws -> Value
    ) async throws(PurchaseServerError) -> Value {
        if file != nil { return try await read(look) }
        do {
            return try await engine.readBehind(about: customer, look)
        } catch { throw PurchaseServerError(error, file: engine.name) }
    }

    /// One quick question, whose answer may be some seconds behind.
    ///
    /// - Throws: ``PurchaseServerError``.
    func lookBehind<Answer: Sendable>(
        about customer: CustomerID,
        _ query: QuickQuestion<Answer>
    ) async throws(PurchaseServerError) -> Answer? {
        if file != nil { return try await look(query) }
        do {
            return try await engine.lookBehind(about: customer, query)
        } catch { throw PurchaseServerError(error, file: engine.name) }
    }

    /// One look at the database, while whoever asks waits: for what a server needs before it begins.
    ///
    /// - Throws: ``PurchaseServerError``.
    func readNow<Value: Sendable>(
        _ look: @escaping @Sendable (StorageDatabase) throws -> Value
    ) throws(PurchaseServerError) -> Value {
        do { return try engine.readNow(look) } catch { throw PurchaseServerError(error, file: engine.name) }
    }

    /// One change, while whoever asks waits: for what a server needs before it begins.
    ///
    /// - Throws: ``PurchaseServerError``.
    func writeNow<Value: Sendable>(
        _ change: @escaping @Sendable (StorageDatabase) throws -> Value
    ) throws(PurchaseServerError) -> Value {
        do { return try engine.writeNow(change) } catch { throw PurchaseServerError(error, file: engine.name) }
    }

    /// One quick question.
    ///
    /// - Throws: ``PurchaseServerError``.
    func look<Answer: Sendable>(_ query: QuickQuestion<Answer>) async throws(PurchaseServerError) -> Answer? {
        do {
            if let file { return try await file.look(query) }
            return try await engine.look(query)
        } catch { throw PurchaseServerError(error, file: engine.name) }
    }

    /// The same where nothing has to be waited for; nil where something has to be, too.
    ///
    /// - Throws: ``PurchaseServerError``.
    func lookAtOnce<Answer: Sendable>(_ query: QuickQuestion<Answer>) throws(PurchaseServerError) -> Answer? {
        guard let file else { return nil }
        do { return try file.lookAtOnce(query) ?? nil } catch { throw PurchaseServerError(error, file: file.name) }
    }

    private static func concernsDisk(_ failure: PurchaseServerError) -> Bool {
        let refusals: Set<PurchaseServerError.Code> = [
            .pendingUploads, .pendingUploadsOfCustomer, .keyRefused, .unknownKey, .tooManyKeys, .tooManyEndpoints,
            .cancelled, .valueRefused,
        ]
        return !refusals.contains(failure.code)
    }
}
