import Foundation

/// Compares the clock of a server with that of the database that it shares with others.
///
/// Only the clock of the machine is compared: a server that goes by another one, that of a local store for example, does so with
/// all who share its database.
struct ClockComparison: Sendable {
    let storage: PurchaseDatabase
    /// The time that the server goes by.
    let now: @Sendable () -> Date
    /// The time by the clock of the machine.
    var machine: @Sendable () -> Date = { Date() }

    /// Has the database say its time, in seconds since 1970.
    static let question = "SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision) AS time"

    /// Whether there is anything to compare.
    var isPossible: Bool {
        guard storage.engine.isShared else { return false }
        // The machine's clock is looked at before and after: a pause between two looks makes no other clock.
        let (before, own) = (machine(), now())
        return own > before.addingTimeInterval(-1) && own < machine().addingTimeInterval(1)
    }

    /// Looks before a server begins, while whoever asks waits.
    ///
    /// - Throws: ``PurchaseServerError``, code `databaseUnusable` if the difference is too large; others if the database cannot be
    ///   asked.
    func check() throws(PurchaseServerError) {
        guard isPossible else { return }
        let asked = now()
        let said = try storage.readNow { try Double.fetchOne($0, sql: Self.question) }
        guard let found = compared(asked, said), found.isTooLarge else { return }
        throw PurchaseServerError(
            .databaseUnusable,
            "\(storage.engine.name): the clock of this machine is \(found) that of the database, and "
                + "\(Int(ClockDifference.tolerance)) seconds are the most there may be; have NTP set both, and start again"
        )
    }

    /// Looks while a server runs.
    ///
    /// - Returns: nil if there is nothing to compare.
    /// - Throws: ``PurchaseServerError`` if the database cannot be asked.
    func difference() async throws(PurchaseServerError) -> ClockDifference? {
        guard isPossible else { return nil }
        let asked = now()
        let said = try await storage.read { try Double.fetchOne($0, sql: Self.question) }
        return compared(asked, said)
    }

    private func compared(_ asked: Date, _ said: Double?) -> ClockDifference? {
        said.map { ClockDifference(asked: asked, database: Date(timeIntervalSince1970: $0), answered: now()) }
    }
}
