import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation

/// Who asks the App Store Server API: one client for each app, for as long as the server runs, so that each knows what it
/// has sent and keeps below the App Store's limits whatever asks.
struct ServerAPIClients: Sendable {
    /// By bundle identifier.
    let byBundleID: [String: ServerAPIClient]
    /// Whether the server serves one app: then whatever is stored without the app's name is of that one.
    private let isOnlyApp: Bool

    /// About an app without a key, its own or that of all, nobody is asked.
    ///
    /// - Parameter turns: Counts what other servers send, too; nil where there are none.
    init(_ configuration: PurchaseServerConfiguration, sharing turns: (any SharedTurns)? = nil) {
        let clients = configuration.appsWithAccess.map { app, access in
            let client = ServerAPIClient(
                key: access.key,
                app: app,
                verifier: SignedDataVerifier(configuration),
                addresses: access.addresses,
                retryPolicy: configuration.retryPolicy,
                transport: configuration.transport,
                now: configuration.outsideNow ?? configuration.now,
                sleep: configuration.sleep
            )
            return (app.bundleID, turns.map { client.sharing($0) } ?? client)
        }
        byBundleID = Dictionary(clients) { $1 }
        isOnlyApp = configuration.apps.flatMap(\.bundleIDs).count == 1
    }

    /// Whether there is nobody to ask.
    var isEmpty: Bool { byBundleID.isEmpty }

    /// Who asks about a purchase of an app in one App Store.
    ///
    /// - Parameter bundleID: The app; nil is the only one there is.
    func client(of bundleID: String?, in environment: AppStoreEnvironment) -> ServerAPIClient? {
        let client = bundleID.flatMap { byBundleID[$0] } ?? (isOnlyApp ? byBundleID.first?.value : nil)
        return client?.asking(environment == .production ? .production : .sandbox)
    }
}
