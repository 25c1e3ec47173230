import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation

extension PurchaseServerConfiguration {
    /// Whether the App Store is asked about subscriptions of some app as they fall due.
    var asksAppStore: Bool {
        pollInterval != nil
            && (sharedSecret != nil || apps.contains { $0.sharedSecret != nil } || !appsWithAccess.isEmpty)
    }

    /// The apps about which the App Store Server API can be asked, each with its own key or that of all.
    var appsWithAccess: [(app: AppIdentity, access: ServerAPIAccess)] {
        apps.flatMap { app in
            guard let access = app.serverAPI ?? serverAPI else { return [(AppIdentity, ServerAPIAccess)]() }
            return app.identities.map { ($0, access) }
        }
    }
}

extension NotificationIngestion {
    init(_ configuration: PurchaseServerConfiguration, _ storage: any PurchaseStorage) {
        let apps = ServedApps(configuration)
        self.init(
            storage: storage,
            apps: apps,
            verifier: SignedDataVerifier(configuration),
            oldStyle: OldStyleNotificationReader(apps: apps),
            inspection: ReceiptInspection(policy: configuration.trustPolicy, apps: apps.bundleIDs),
            rules: configuration.entitlementRules,
            now: configuration.now,
            logger: configuration.logger
        )
    }
}

extension TransactionIngestion {
    init(_ configuration: PurchaseServerConfiguration, _ storage: any PurchaseStorage & SubscriptionStorage) {
        self.init(
            storage: storage,
            apps: ServedApps(configuration),
            verifier: SignedDataVerifier(configuration),
            rules: configuration.entitlementRules,
            now: configuration.now,
            logger: configuration.logger
        )
    }
}

extension SignedDataVerifier {
    init(_ configuration: PurchaseServerConfiguration) {
        self.init(
            policy: configuration.trustPolicy,
            apps: configuration.apps.flatMap(\.identities),
            environments: ServedApps(configuration).acceptedEnvironments,
            now: configuration.now
        )
    }
}

extension ReceiptVerification {
    init(_ configuration: PurchaseServerConfiguration) {
        let apps = ServedApps(configuration)
        self.init(
            client: { bundleID in
                VerifyReceiptClient(
                    endpoints: configuration.verifyReceiptEndpoints,
                    sharedSecret: bundleID.map(apps.sharedSecret(of:)) ?? configuration.sharedSecret,
                    retryPolicy: configuration.retryPolicy,
                    limits: configuration.upstreamLimits,
                    transport: configuration.transport,
                    sleep: configuration.sleep
                )
            },
            inspection: ReceiptInspection(policy: configuration.trustPolicy, apps: apps.bundleIDs),
            apps: apps,
            now: configuration.now,
            logger: configuration.logger
        )
    }
}
