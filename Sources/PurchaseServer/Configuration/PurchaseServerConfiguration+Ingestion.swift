import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation

extension NotificationIngestion {
    init(_ configuration: PurchaseServerConfiguration, _ storage: any PurchaseStorage) {
        let apps = ServedApps(configuration)
        self.init(
            storage: storage,
            apps: apps,
            verifier: SignedDataVerifier(configuration),
            oldStyle: OldStyleNotificationReader(apps: apps),
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

extension SubscriptionCheck {
    init(_ configuration: PurchaseServerConfiguration) {
        guard let access = configuration.serverAPI else {
            self.init(clients: [:])
            return
        }
        let clients = configuration.apps.flatMap(\.identities).map { app in
            let client = ServerAPIClient(
                key: access.key,
                app: app,
                verifier: SignedDataVerifier(configuration),
                addresses: access.addresses,
                retryPolicy: configuration.retryPolicy,
                transport: configuration.transport,
                now: configuration.now,
                sleep: configuration.sleep
            )
            return (app.bundleID, client)
        }
        self.init(clients: Dictionary(clients) { $1 })
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
