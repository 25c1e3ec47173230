import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Entitlements
import Foundation
import LocalAppStoreServer
import Logging
import OutgoingHTTP
import PurchaseServer
import PurchaseServerClient
import SwiftyStoreKit

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
        // All that the store sells costs nothing.
        configuration.customers.sandbox = .everybody
        configuration.transport = log
        if let secret = options.consoleSecret {
            configuration.console = ConsoleAccess(adminSecret: secret)
            configuration.figures = try SimulatedYear.figureRules
            let key = storeServer.serverAPIKey
            configuration.serverAPI = ServerAPIAccess(
                key: try InAppPurchaseKey(pem: key.pem, keyID: key.keyID, issuerID: key.issuerID),
                addresses: ServerAPIAddresses(base: storeURL)
            )
            // Nobody but the simulator knows its customers: the store is not to be asked for them.
            configuration.repairInterval = nil
        }
        configuration.logger = logger
        purchaseServer = try PurchaseServerApplication(configuration: configuration)
    }

    /// What the app knows of the purchase server.
    func client(
        at url: URL,
        options: DemoOptions,
        now: @escaping @Sendable () -> Date
    ) async throws -> PurchaseBackend {
        var configuration = PurchaseBackendConfiguration(
            url: url,
            publicKey: nil,
            bundleID: DemoStore.bundleID,
            pins: try await purchaseServer.keys.statementKeys().map { StatementPin($0.id) },
            storage: FileStorage(folder: options.folder.appendingPathComponent("device/app"))
        )
        configuration.customer = DemoStore.customer
        configuration.limits = RequestLimits(timeout: 60, totalTimeout: 60)
        configuration.transport = AsyncHTTPClientTransport()
        configuration.now = now
        return PurchaseBackend(configuration)
    }

    /// Where the purchase server listens; from then on the store sends it notifications.
    func connect() async throws -> URL {
        let port = try await purchaseServer.listeningPort()
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw DemoError.noAddress(port) }
        storeServer.notifications.destination = url.appendingPathComponent("apple/notifications")
        return url
    }
}
