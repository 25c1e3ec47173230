import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Entitlements
import Foundation
import LocalAppStoreServer
import Logging
import PurchaseServer

/// The two servers of the demonstration: the store over HTTP and the developer's own.
struct DemoServers: Sendable {
    let storeServer: LocalStoreServer
    let storeURL: URL
    let purchaseServer: PurchaseServerApplication
    let databaseFile: URL
    let log: VerificationLog

    /// The purchase server for a store that listens already.
    init(
        storeServer: LocalStoreServer,
        storeURL: URL,
        trust: TrustPolicy,
        now: @escaping @Sendable () -> Date,
        rules: EntitlementRules,
        options: DemoOptions,
        logger: Logger
    ) throws {
        self.storeServer = storeServer
        self.storeURL = storeURL
        log = VerificationLog()
        databaseFile = options.folder.appendingPathComponent("purchases.sqlite")
        var configuration = PurchaseServerConfiguration(
            databaseFile: databaseFile,
            apps: [AppIdentity(bundleID: DemoStore.bundleID)],
            now: now
        )
        configuration.port = options.serverPort
        // Nobody else is on this machine's loopback in the story, and it waits for the store however slow that is.
        configuration.demandsKeys = false
        configuration.uploadPatience = 60
        configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: storeURL)
        configuration.trustPolicy = trust
        configuration.entitlementRules = rules
        configuration.transport = log
        configuration.logger = logger
        purchaseServer = try PurchaseServerApplication(configuration: configuration)
    }

    /// Where the purchase server listens; from then on the store sends it notifications.
    func connect() async throws -> URL {
        let port = try await purchaseServer.listeningPort()
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw DemoError.noAddress(port) }
        storeServer.notifications.destination = url.appendingPathComponent("apple/notifications")
        return url
    }
}
