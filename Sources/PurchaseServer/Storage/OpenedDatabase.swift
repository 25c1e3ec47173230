import Foundation
import Logging

/// The database of a server, opened by its settings, and its folder, which no server with others may use meanwhile.
struct OpenedDatabase {
    let storage: PurchaseDatabase
    let lock: any DatabaseLock

    /// - Parameters:
    ///   - configuration: The settings.
    ///   - isSilent: Whether webhooks hear nothing of what is done.
    /// - Throws: ``PurchaseServerError`` if the configuration cannot work, the database cannot be used, or a server with
    ///   other settings uses it.
    init(_ configuration: PurchaseServerConfiguration, isSilent: Bool = false) throws(PurchaseServerError) {
        try configuration.check()
        let now = configuration.now
        var events = EventWriter(rules: configuration.entitlementRules, customers: configuration.customers) {
            RandomIdentifier.make("evt", at: now())
        }
        events.isSilent = isSilent
        events.asksAppStore = configuration.asksAppStore
        if let shared = configuration.sharedDatabase {
            lock = try shared.lock(for: configuration.settingsDigest, logger: configuration.logger)
            storage = PurchaseDatabase(
                try shared.engine(),
                logger: configuration.logger,
                terms: configuration.claimTerms,
                events: events
            )
            try ClockComparison(storage: storage, now: configuration.now).check()
            return
        }
        try PrivateFiles(database: configuration.databaseFile).prepareFolder()
        let folderLock = try FolderLock(
            databaseFile: configuration.databaseFile,
            settings: configuration.settingsDigest
        )
        lock = folderLock
        storage = try PurchaseDatabase(
            file: configuration.databaseFile,
            logger: configuration.logger,
            terms: configuration.claimTerms,
            events: events,
            lock: folderLock
        )
    }
}

extension SharedDatabase {
    /// Opens the database.
    ///
    /// - Throws: ``PurchaseServerError``: what is wrong with it, and what to do.
    func engine() throws(PurchaseServerError) -> any StorageEngine {
        #if PostgreSQL && os(Linux)
            return try PostgreSQLEngine(settings, replicas: readReplicas.map(\.settings))
        #else
            throw PurchaseServerError(.configuration, "this server was built without PostgreSQL")
        #endif
    }

    /// Keeps servers with other settings off it.
    ///
    /// - Throws: ``PurchaseServerError``, code `folderInUse`, while one is there.
    fileprivate func lock(for settingsDigest: String, logger: Logger) throws(PurchaseServerError) -> any DatabaseLock {
        #if PostgreSQL && os(Linux)
            return try SharedDatabaseLock(settings, for: .settings(settingsDigest), logger: logger)
        #else
            throw PurchaseServerError(.configuration, "this server was built without PostgreSQL")
        #endif
    }

    /// Keeps everybody off it.
    ///
    /// - Parameter work: What is done meanwhile, for the error.
    /// - Throws: ``PurchaseServerError``, code `folderInUse`, while a server is there.
    func lock(aloneFor work: String) throws(PurchaseServerError) -> any DatabaseLock {
        #if PostgreSQL && os(Linux)
            return try SharedDatabaseLock(settings, for: .alone(work))
        #else
            throw PurchaseServerError(.configuration, "this server was built without PostgreSQL")
        #endif
    }
}
