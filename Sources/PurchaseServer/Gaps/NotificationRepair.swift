import AppStoreModels
import AppStoreServerClient
import Foundation
import Logging

/// Reads in the App Store's list of notifications what the server was not told, because it was down or could not be
/// reached.
struct NotificationRepair: Sendable {
    let storage: PurchaseDatabase
    let clients: ServerAPIClients
    let apps: ServedApps
    let ingestion: NotificationIngestion
    let now: @Sendable () -> Date
    let logger: Logger

    /// Reads to the end, of every app in every App Store. Each page is stored with the place where the next one begins.
    ///
    /// - Returns: The App Stores that have forgotten a part of what is missing, and since when it is missing.
    func run(_ report: inout RepairReport) async throws -> [AppStoreEnvironment: Date] {
        var forgotten: [AppStoreEnvironment: Date] = [:]
        for bundleID in clients.byBundleID.keys.sorted() {
            for environment in [AppStoreEnvironment.production, .sandbox] where apps.accept(environment, of: bundleID) {
                // Another server on the same database may be reading it.
                let name = "notifications \(environment.rawValue) \(bundleID)"
                guard var work = try await HeldWork(name, in: storage, now: now) else { continue }
                do {
                    let since = try await read(bundleID, environment, &work, &report)
                    if let since { forgotten[environment] = max(since, forgotten[environment] ?? .distantPast) }
                } catch {
                    await work.end()
                    throw error
                }
                await work.end()
            }
        }
        return forgotten
    }

    /// - Returns: Since when notifications are missing of which the App Store has forgotten a part.
    private func read(
        _ bundleID: String,
        _ environment: AppStoreEnvironment,
        _ work: inout HeldWork,
        _ report: inout RepairReport
    ) async throws -> Date? {
        let stored = try await storage.notificationGap(of: bundleID, in: environment, at: now())
        let gap = stored.credible(at: now())
        if gap.complete != stored.complete {
            logger.warning(
                "a clock once ran ahead: the notification history is read again as far back as it reaches",
                metadata: [
                    "app": "\(bundleID)", "environment": "\(environment.rawValue)", "until": "\(stored.complete)",
                ]
            )
        }
        let isForgotten = gap.isForgotten(at: now())
        do {
            try await read(gap, &work, &report)
        } catch let error as ServerAPIError {
            if error.code == .cancelled { throw CancellationError() }
            report.failures.append(error.description)
            logger.warning("the notification history could not be read", metadata: ["error": "\(error)"])
        }
        return isForgotten ? gap.complete : nil
    }

    private func read(_ gap: NotificationGap, _ work: inout HeldWork, _ report: inout RepairReport) async throws {
        var gap = gap
        guard let client = clients.client(of: gap.bundleID, in: gap.environment) else { return }
        // Once more from the beginning, if the App Store does not know the place any more.
        for _ in 0..<2 {
            guard let window = gap.nextWindow(at: now()) else { return }
            gap.window = window
            do {
                guard try await read(window, of: &gap, with: client, &work, &report) else { return }
                gap.complete = window.end
                gap.window = nil
                return try await storage.save(gap)
            } catch let error as ServerAPIError {
                guard window.token != nil, error.code == .refused, !error.isRetryable else { throw error }
                gap.window = nil
            }
        }
    }

    /// - Returns: false if somebody else goes on by now.
    private func read(
        _ window: NotificationGap.Window,
        of gap: inout NotificationGap,
        with client: ServerAPIClient,
        _ work: inout HeldWork,
        _ report: inout RepairReport
    ) async throws -> Bool {
        var request = NotificationHistoryRequest(json: JSONObject())
        request.startDate = window.start
        request.endDate = window.end
        let pages = client.notificationHistoryPages(request, resumingAt: window.token, passesRefused: true)
        for try await page in pages {
            for error in page.refused { refuse(error.code.rawValue, &report) }
            for item in page.notifications where try await take(item, &report) { report.foundNotifications += 1 }
            guard try await work.goOn() else { return false }
            guard page.hasMore else { return true }
            gap.window?.token = page.paginationToken
            try await storage.save(gap)
        }
        return true
    }

    /// Takes a notification in as if it had just come.
    ///
    /// - Returns: Whether it was new.
    private func take(_ item: SentNotification, _ report: inout RepairReport) async throws -> Bool {
        let body = JSONValue.object(["signedPayload": .string(item.signedPayload)]).jsonData
        do {
            return try await ingestion.ingest(body)
        } catch let rejection as Rejection {
            refuse(rejection.code, &report)
            return false
        }
    }

    /// What would not have been taken when it came is not taken now; it must not keep back the rest.
    private func refuse(_ code: String, _ report: inout RepairReport) {
        report.refusedNotifications += 1
        logger.warning("a notification of the history is not accepted", metadata: ["code": "\(code)"])
    }
}
