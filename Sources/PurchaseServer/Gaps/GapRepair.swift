import Entitlements
import Foundation
import Logging
import ServiceLifecycle

extension PurchaseServerApplication {
    /// Asks the App Store for what the server was not told; what it does by itself at its start and in intervals.
    ///
    /// The list of notifications is read from the last one that is known; what is in it is stored once, as if it had just
    /// come. Purchases of known customers of which nothing was heard for long, or of which the App Store has forgotten the
    /// notifications, are looked up in the transaction history. Each page is stored with the place where the next one
    /// begins, so that a server that ends goes on from there. Nobody is asked without
    /// ``PurchaseServerConfiguration/serverAPI``.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; ``PurchaseServerError`` if nothing can be stored. What the
    ///   App Store does not answer is in ``RepairReport/failures``.
    @discardableResult
    public func repairGaps() async throws -> RepairReport { try await gapRepair.run() }

    var gapRepair: GapRepair {
        GapRepair(
            notifications: NotificationRepair(
                storage: storage,
                clients: appStore,
                apps: ServedApps(configuration),
                ingestion: NotificationIngestion(configuration, storage),
                now: configuration.now,
                logger: configuration.logger
            ),
            histories: HistoryRepair(
                storage: storage,
                clients: appStore,
                rules: configuration.entitlementRules,
                silence: configuration.silenceBeforeHistory,
                now: configuration.now,
                logger: configuration.logger
            )
        )
    }
}

/// One round of looking for what the server was not told.
struct GapRepair: Sendable {
    let notifications: NotificationRepair
    let histories: HistoryRepair

    func run() async throws -> RepairReport {
        var report = RepairReport()
        do {
            let forgotten = try await notifications.run(&report)
            try await histories.run(forgotten: forgotten, &report)
        } catch {
            // A database that is asked by a cancelled task fails, which is no failure of the database.
            try Task.checkCancellation()
            throw error
        }
        return report
    }
}
