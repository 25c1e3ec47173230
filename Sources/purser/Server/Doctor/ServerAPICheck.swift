import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import PurchaseServer

/// The App Store Server API: whether the key is one, whether the App Store takes it, and whether a test notification
/// arrives.
struct ServerAPICheck: Sendable {
    let settings: ServerSettings
    /// The apps that were set up at the console.
    var consoleApps: [ServedApp] = []
    let transport: any HTTPTransport
    let now: @Sendable () -> Date
    let sleep: @Sendable (Double) async throws -> Void

    /// How often the App Store is asked whether the test arrived, and how many seconds lie between.
    private static let questions = 10
    private static let pause = 2.0

    /// - Parameter found: Told of each app when it has answered.
    func run(_ found: @Sendable ([DoctorFinding]) -> Void) async {
        let ofAll: ServerAPIAccess?
        do {
            ofAll = try settings.serverAPIAccess()
        } catch {
            return found([
                .bad(
                    "server-api-key",
                    error.reason,
                    "give the whole .p8 file of an In-App Purchase key, with its identifier and issuer"
                )
            ])
        }
        let hasOwn =
            settings.fileOnly.apps.contains { $0.serverAPIKeyFile != nil }
            || consoleApps.contains { $0.serverAPI != nil }
        guard ofAll != nil || hasOwn else {
            return found([
                .warning(
                    "server-api-key",
                    "none is named: purchases that came without a receipt are not polled, refunds are heard of late",
                    "make an In-App Purchase key in App Store Connect and name its file: --server-api-key-file"
                )
            ])
        }
        if let ofAll { found([.good("server-api-key", "\(ofAll.key), P-256")]) }
        do {
            let apps = try settings.servedApps() + consoleApps
            let policy = TrustPolicy.appStore.adding(try await settings.anchors())
            let asked = apps.flatMap { app in identities(of: app, ofAll, found) }
            // All at once: that one app cannot be reached says nothing about the others.
            await withTaskGroup(of: [DoctorFinding].self) { group in
                for (app, stores, access) in asked {
                    group.addTask { await ask(about: app, in: stores, access, policy) }
                }
                for await findings in group { found(findings) }
            }
        } catch {
            found([.skipped("server-api", "the apps or roots are not in order: \(error.reason)")])
        }
    }

    /// Whom to ask about an app, in which App Stores, and by which key.
    private func identities(
        of app: ServedApp,
        _ ofAll: ServerAPIAccess?,
        _ found: ([DoctorFinding]) -> Void
    ) -> [(AppIdentity, Set<AppStoreEnvironment>, ServerAPIAccess)] {
        let name = app.bundleIDs.first ?? ""
        if let own = app.serverAPI { found([.good("server-api-key", "\(name): \(own.key), P-256")]) }
        guard let access = app.serverAPI ?? ofAll else {
            found([.warning("server-api-key", "\(name): none is named", Self.advice)])
            return []
        }
        let stores = app.environments ?? (settings[yes: "productionOnly"] ? [.production] : [.production, .sandbox])
        return app.bundleIDs.map { (AppIdentity(bundleID: $0, appAppleID: app.appAppleID), stores, access) }
    }

    private static let advice =
        "name its own in apps of the file: serverApiKeyFile, or one for all: --server-api-key-file"

    /// Production first; an app that was never released is known to the sandbox only.
    ///
    /// - Parameter stores: Those whose purchases count; what another one lacks is no fault.
    private func ask(
        about app: AppIdentity,
        in stores: Set<AppStoreEnvironment>,
        _ access: ServerAPIAccess,
        _ policy: TrustPolicy
    ) async -> [DoctorFinding] {
        let client = ServerAPIClient(
            key: access.key,
            app: app,
            verifier: SignedDataVerifier(
                policy: policy,
                apps: [app],
                environments: [.production, .sandbox],
                now: now
            ),
            addresses: access.addresses,
            routing: .production,
            retryPolicy: .never,
            transport: transport,
            now: now,
            sleep: sleep
        )
        var findings: [DoctorFinding] = []
        var withoutAddress: [DoctorFinding] = []
        for environment in [AppStoreEnvironment.production, .sandbox] where stores.contains(environment) {
            let name = environment == .production ? "production" : "sandbox"
            let asked = environment == .production ? client : client.asking(.sandbox)
            do {
                let token = try await asked.requestTestNotification()
                findings.append(.good("server-api", "\(app.bundleID): \(name) takes the key"))
                findings.append(await arrival(of: token, asked, "\(app.bundleID), \(name)"))
            } catch {
                let isUnknown = environment == .production && error.code == .unauthenticated
                let told = finding(error, "\(app.bundleID), \(name)", mayBeUnreleased: isUnknown)
                if error.errorCode == .serverNotificationURLNotFound {
                    withoutAddress.append(told)
                } else {
                    findings.append(told)
                }
            }
        }
        // A local store is one App Store: that it has no address as the other one is as it should be.
        let isOtherOfLocal = settings[text: "storeUrl"] != nil && findings.contains { $0.check == "test-notification" }
        return Self.softened(findings + (isOtherOfLocal ? [] : withoutAddress))
    }

    /// What production does not know counts as an app before its release where the sandbox takes the key.
    private static func softened(_ findings: [DoctorFinding]) -> [DoctorFinding] {
        let isTaken = findings.contains { $0.check == "server-api" && $0.outcome == .good }
        return findings.map { finding in
            guard isTaken, finding.check == "server-api", finding.outcome == .bad else { return finding }
            return .warning(finding.check, finding.seen, finding.advice ?? "")
        }
    }

    private func finding(_ error: ServerAPIError, _ whose: String, mayBeUnreleased: Bool) -> DoctorFinding {
        if error.errorCode == .serverNotificationURLNotFound {
            return .bad(
                "test-notification",
                "\(whose): App Store Connect has no address for notifications",
                "App Store Connect, App Information, App Store Server Notifications: https://…/apple/notifications, version 2"
            )
        }
        if error.code == .unauthenticated {
            return .bad(
                "server-api",
                "\(whose): the key is refused (401)",
                "it must be an In-App Purchase key, not one of the App Store Connect API; identifier and issuer must be its "
                    + "own, the bundle identifier the app's, and the clock right"
                    + (mayBeUnreleased ? "; production knows no app that was never released" : "")
            )
        }
        return .bad("server-api", "\(whose): \(error.reason)", error.isRetryable ? "try again later" : "see the reason")
    }

    /// Asks until an attempt is reported; the App Store sends within seconds.
    private func arrival(of token: String, _ client: ServerAPIClient, _ whose: String) async -> DoctorFinding {
        let name = "test-notification"
        for question in 0..<Self.questions {
            do {
                if question > 0 { try await sleep(Self.pause) }
                let sent = try await client.testNotification(token)
                guard let result = sent.attempts.last?.result else { continue }
                guard result != .success else { return .good(name, "\(whose): arrived") }
                return .bad(
                    name,
                    "\(whose): the App Store could not deliver it: \(result.rawValue)",
                    "the address in App Store Connect must lead to /apple/notifications of this server, by https with a "
                        + "certificate that everybody trusts; look whether the server runs and what its log says"
                )
            } catch let error as ServerAPIError where error.errorCode == .testNotificationNotFound {
                continue
            } catch {
                return .bad(name, "\(whose): \(error)", "try again")
            }
        }
        return .warning(name, "\(whose): nothing is reported yet", "look again in a minute: purser server doctor")
    }
}
