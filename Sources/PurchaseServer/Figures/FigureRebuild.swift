import Foundation
import PurchaseFigures

/// Books all figures of a database anew, with or without the server that keeps them running beside it.
///
/// Nobody is asked and nothing is accepted, so the apps need not be known: of which app purchases are that name none is taken
/// from how they were booked before.
package struct FigureRebuild {
    private let keeper: FigureKeeper
    private let lock: (any DatabaseLock)?

    /// Opens the database.
    ///
    /// - Parameter configuration: Where it is, and by what rules figures are kept. Apps may be left out.
    /// - Throws: ``PurchaseServerError``: code `configuration` if no figures are kept; `databaseUnusable` if nothing was kept
    ///   there; `folderInUse` if a server runs that books by other rules.
    package init(_ configuration: PurchaseServerConfiguration) throws(PurchaseServerError) {
        let storage: PurchaseDatabase
        if let shared = configuration.sharedDatabase {
            storage = PurchaseDatabase(try shared.engine(), logger: configuration.logger)
        } else {
            try configuration.place.checkIsThere()
            storage = try PurchaseDatabase(file: configuration.databaseFile, logger: configuration.logger)
        }
        let complete = configuration.completed(by: try storage.storedSettingsAtStart())
        guard let rules = complete.figures else { throw PurchaseServerError.noFigures }
        let booked = try storage.bookedRules()
        let configured = FigureKeeper.app(in: complete)
        let app = configuration.apps.isEmpty ? booked?.app ?? configured : configured
        let booking = BookingRules(rules: rules, app: app)
        let isSame = booked?.fingerprint == booking.fingerprint && booked?.ratesDigest == booking.ratesDigest
        // A server that runs would take rows of other rules for those of its own.
        let work = "book figures by other rules"
        if let shared = configuration.sharedDatabase {
            lock = isSame ? nil : try shared.lock(aloneFor: work)
        } else {
            let file = configuration.databaseFile
            lock = try isSame ? FolderLock(beside: file) : FolderLock(alone: file, for: work)
        }
        keeper = FigureKeeper(storage: storage, rules: booking)
    }

    /// Forgets all rows of figures and books everything that is stored.
    ///
    /// - Parameter progress: Called after each part with how many purchases and customers are still to be booked.
    /// - Returns: How many were booked.
    /// - Throws: ``PurchaseServerError``; what was booked until then stays booked.
    package func run(progress: @Sendable (_ waiting: Int) -> Void = { _ in }) async throws -> Int {
        defer { withExtendedLifetime(lock) {} }
        return try await keeper.rebuild(progress: progress)
    }
}

/// By what the rows are booked that are there.
private struct BookedRules {
    let fingerprint: String
    let ratesDigest: Data?

    /// The app of purchases that name none, which stands last.
    var app: String { String(fingerprint.split(separator: ";", omittingEmptySubsequences: false).last ?? "") }
}

extension PurchaseDatabase {
    /// - Returns: nil if nothing is booked.
    fileprivate func bookedRules() throws(PurchaseServerError) -> BookedRules? {
        try readNow { database in
            try StorageRow.fetchOne(database, sql: "SELECT fingerprint, rates_digest FROM figure_rules").map { row in
                BookedRules(fingerprint: try row.decode(atIndex: 0), ratesDigest: try row.decode(atIndex: 1))
            }
        }
    }
}
