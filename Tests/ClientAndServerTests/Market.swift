import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import LocalAppStore
import LocalAppStoreServer
import Logging
import PurchaseServer
import PurchaseServerClient
import TestSupport

/// An App Store and a developer's purchase server, with HTTP between them.
struct Market {
    /// What the developer knows of the products.
    static let rules = EntitlementRules(
        productTypes: [
            SampleShop.seeds: .consumable, SampleShop.greenhouse: .nonConsumable,
            SampleShop.season: .nonRenewingSubscription, SampleShop.posy: .autoRenewableSubscription,
            SampleShop.bouquet: .autoRenewableSubscription,
        ],
        nonRenewingDurations: [SampleShop.season: 90 * 86_400]
    )
    static let offer = "Spring"

    let store: LocalAppStore
    let storeServer: LocalStoreServer
    let storeURL: URL
    let server: PurchaseServerApplication
    let serverURL: URL
    /// Whose signatures the apps believe.
    let pins: [StatementPin]

    static func withOpen(_ body: (Market) async throws -> Void) async throws {
        // Years go by; this authority is valid through all of them.
        let store = try SampleShop.open(codeOffers: [offer], authority: ProcessAuthority.shared.get())
        try await withTemporaryFolder { folder in
            try await LocalStoreServer.withRunning(store) { storeServer, storeURL in
                var configuration = PurchaseServerConfiguration(
                    databaseFile: folder.appendingPathComponent("purchases.sqlite"),
                    apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                    now: { store.now }
                )
                configuration.port = 0
                configuration.demandsKeys = false
                configuration.uploadPatience = 600
                // As long as the apps wait: who gives up sooner on a slow machine does not ask again while they do.
                configuration.upstreamLimits = VerifyReceiptClient.Limits(timeout: 600, totalTimeout: 600)
                configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: storeURL)
                configuration.trustPolicy = store.trustPolicy
                configuration.entitlementRules = rules
                configuration.customers.sandbox = .everybody
                configuration.pollInterval = nil
                configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                try await PurchaseServerApplication.withRunning(configuration) { server, serverURL in
                    let market = Market(
                        store: store,
                        storeServer: storeServer,
                        storeURL: storeURL,
                        server: server,
                        serverURL: serverURL,
                        pins: try await server.keys.statementKeys().map { StatementPin($0.id) }
                    )
                    market.setNotifications(areSent: true)
                    try await body(market)
                }
            }
        }
    }

    /// Whether the server hears what happens; what happens while it does not is never told again.
    func setNotifications(areSent: Bool) {
        storeServer.notifications.destination = areSent ? serverURL.appendingPathComponent("apple/notifications") : nil
    }

    func newCustomer(number: Int) throws -> Customer { try Customer("customer-\(number)", in: self) }
}
