import AppStoreModels
import AppStoreServerClient

/// All apps of a server, found by their bundle identifiers.
struct ServedApps: Sendable {
    private let byBundleID: [String: ServedApp]
    private let sharedSecret: AppSharedSecret?
    private let environments: Set<AppStoreEnvironment>

    /// - Parameters:
    ///   - apps: The apps.
    ///   - sharedSecret: Of those that have none of their own.
    ///   - environments: Of those that say nothing about it.
    init(_ apps: [ServedApp], sharedSecret: AppSharedSecret?, environments: Set<AppStoreEnvironment>) {
        byBundleID = Dictionary(apps.flatMap { app in app.bundleIDs.map { ($0, app) } }) { _, last in last }
        self.sharedSecret = sharedSecret
        self.environments = environments
    }

    init(_ configuration: PurchaseServerConfiguration) {
        self.init(
            configuration.apps,
            sharedSecret: configuration.sharedSecret,
            environments: configuration.environments
        )
    }

    var bundleIDs: Set<String> { Set(byBundleID.keys) }

    /// Nil for an app that is not served, and for one without any.
    func sharedSecret(of bundleID: String) -> AppSharedSecret? {
        byBundleID[bundleID].flatMap { $0.sharedSecret ?? sharedSecret }
    }

    /// Whether purchases of an app in an App Store count.
    func accept(_ environment: AppStoreEnvironment, of bundleID: String) -> Bool {
        byBundleID[bundleID].map { ($0.environments ?? environments).contains(environment) } ?? false
    }

    /// All that any app accepts.
    var acceptedEnvironments: Set<AppStoreEnvironment> {
        byBundleID.values.reduce(into: []) { $0.formUnion($1.environments ?? environments) }
    }
}
