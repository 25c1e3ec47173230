import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import LocalAppStore
import Logging
import OutgoingHTTP
import PurchaseServer
import PurchaseServerClient
import SwiftyStoreKit
import TestSupport

/// The developer's purchase server, as the apps of the suite know it.
struct DeveloperServer: Sendable {
    let url: URL
    let pins: [StatementPin]

    static let rules = EntitlementRules(
        productTypes: [SampleShop.seeds: .consumable, SampleShop.greenhouse: .nonConsumable]
    )

    /// Runs a server beside a store.
    ///
    /// - Parameter storeURL: Where the store answers servers.
    static func withRunning(
        beside store: LocalAppStore,
        at storeURL: URL,
        _ body: @escaping @Sendable (DeveloperServer) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            var configuration = PurchaseServerConfiguration(
                databaseFile: folder.appendingPathComponent("purchases.sqlite"),
                apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                now: { store.now }
            )
            configuration.port = 0
            configuration.demandsKeys = false
            // However slow the machine is, no answer comes too late.
            configuration.uploadPatience = 600
            configuration.retryPolicy = .never
            configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: storeURL)
            configuration.trustPolicy = store.trustPolicy
            configuration.entitlementRules = rules
            configuration.customers.sandbox = .everybody
            configuration.customers.ownership.standard = .transferIfInactive
            configuration.pollInterval = nil
            configuration.transport = AsyncHTTPClientTransport()
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            try await PurchaseServerApplication.withRunning(configuration) { server, url in
                let pins = try await server.keys.statementKeys().map { StatementPin($0.id) }
                try await body(DeveloperServer(url: url, pins: pins))
            }
        }
    }

    /// What an app is built with.
    func configuration(
        _ store: LocalAppStore,
        transport: any HTTPTransport,
        storage: any KeyValueStorage
    ) -> PurchaseBackendConfiguration {
        var configuration = PurchaseBackendConfiguration(
            url: url,
            publicKey: nil,
            bundleID: SampleShop.app.bundleID,
            pins: pins,
            storage: storage
        )
        configuration.transport = transport
        configuration.rules = Self.rules
        configuration.limits = RequestLimits(timeout: 600, totalTimeout: 0)
        configuration.environments = [.sandbox]
        configuration.now = { store.now }
        return configuration
    }

    /// What the server says that an account has.
    func products(of account: String, _ store: LocalAppStore) async throws -> [String: Int] {
        var configuration = configuration(store, transport: AsyncHTTPClientTransport(), storage: MemoryStorage())
        configuration.customer = account
        let known = try await PurchaseBackend(configuration).refresh().entitlements
            .filter { $0.isEntitled || $0.productType == .consumable }
        return Dictionary(known.map { ($0.productID, $0.quantity) }, uniquingKeysWith: +)
    }
}
