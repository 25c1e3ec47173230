import AppReceipt
import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import LocalAppStore
import LocalAppStoreServer
import LocalStoreKit
import Locking
import Logging
import OutgoingHTTP
import PurchaseServer
import PurchaseServerClient
import SwiftyStoreKit
import TestSupport

/// A store, a device with an app, and a purchase server, with HTTP and a line that may break between them.
struct BackendWorld {
    let store: LocalAppStore
    let device: LocalDevice
    let client: StoreClient
    let server: PurchaseServerApplication
    let url: URL
    /// Between app and server.
    let line: Line
    /// Between server and App Store.
    let storeLine: Line
    /// What the device's clock is ahead of the world's, in seconds.
    let clockError = Locked<TimeInterval>(0)
    let uptime = Locked<TimeInterval>(1_000)
    let storage = MemoryStorage()
    let problems = Locked<[PurchaseBackendError]>([])

    static let rules = EntitlementRules(
        productTypes: [SampleShop.seeds: .consumable, SampleShop.greenhouse: .nonConsumable]
    )

    static func withOpen(
        _ change: (inout PurchaseServerConfiguration) throws -> Void = { _ in },
        _ body: (BackendWorld) async throws -> Void
    ) async throws {
        let store = try SampleShop.open()
        try await withTemporaryFolder { folder in
            try await LocalStoreServer.withRunning(store) { _, storeURL in
                let storeLine = Line(AsyncHTTPClientTransport())
                var configuration = PurchaseServerConfiguration(
                    databaseFile: folder.appendingPathComponent("purchases.sqlite"),
                    apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                    now: { store.now }
                )
                configuration.port = 0
                configuration.demandsKeys = false
                configuration.uploadPatience = 600
                configuration.retryPolicy = .never
                configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: storeURL)
                configuration.trustPolicy = store.trustPolicy
                configuration.entitlementRules = rules
                configuration.customers.levels = try LevelCatalogue([
                    .init("gold", productIDs: [SampleShop.greenhouse, SampleShop.posy])
                ])
                configuration.customers.sandbox = .everybody
                configuration.pollInterval = nil
                configuration.transport = storeLine
                configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                try change(&configuration)
                try await PurchaseServerApplication.withRunning(configuration) { server, url in
                    let device = try LocalDevice(
                        store: store,
                        account: SampleShop.customer,
                        identifier: try SampleShop.device(),
                        callbackQueue: DispatchQueue(label: "device")
                    )
                    try await body(
                        BackendWorld(
                            store: store,
                            device: device,
                            client: StoreClient(device: device),
                            server: server,
                            url: url,
                            line: Line(AsyncHTTPClientTransport()),
                            storeLine: storeLine
                        )
                    )
                }
            }
        }
    }

    /// A launch of the app; the storage is the one of the launch before.
    func launch(
        customer: String? = nil,
        pins: [StatementPin]? = nil,
        isOnce: Bool = true,
        readsDevice: Bool = false,
        storage: (any KeyValueStorage)? = nil,
        _ change: (inout PurchaseBackendConfiguration) -> Void = { _ in }
    ) async throws -> PurchaseBackend {
        var given = pins
        if given == nil { given = try await server.keys.statementKeys().map { StatementPin($0.id) } }
        var configuration = PurchaseBackendConfiguration(
            url: url,
            publicKey: nil,
            bundleID: SampleShop.app.bundleID,
            pins: given ?? [],
            storage: storage ?? self.storage
        )
        configuration.customer = customer
        configuration.transport = line
        configuration.rules = Self.rules
        configuration.levels = try LevelCatalogue([
            .init("gold", productIDs: [SampleShop.greenhouse, SampleShop.posy])
        ])
        // However slow the machine is, no answer comes too late.
        configuration.limits = RequestLimits(timeout: 600, totalTimeout: isOnce ? 0 : 1_200)
        configuration.environments = [.sandbox]
        if readsDevice {
            let validator = LocalReceiptValidator(
                bundleID: SampleShop.app.bundleID,
                deviceIdentifiers: [try SampleShop.device()],
                policy: store.trustPolicy,
                now: { [store] in store.now }
            )
            configuration.device = .receipt(validator, of: client)
        }
        configuration.now = { [store, clockError] in store.now + clockError.withLock { $0 } }
        configuration.uptime = { [uptime] in uptime.withLock { $0 } }
        configuration.sleep = { [uptime] seconds in uptime.withLock { $0 += seconds } }
        configuration.onProblem = { [problems] problem in problems.withLock { $0.append(problem) } }
        change(&configuration)
        return PurchaseBackend(configuration)
    }

    /// Time goes by, for everybody.
    func wait(days: Double) throws {
        try store.advance(by: days * 86_400)
        uptime.withLock { $0 += days * 86_400 }
    }

    /// The receipt that the device has after purchases that were made elsewhere.
    func receipt() throws -> Data { try store.receipt(account: SampleShop.customer, device: try SampleShop.device()) }

    /// What the developer's own server asks.
    @discardableResult
    func ask(_ path: String, _ method: String = "POST") async throws -> JSONObject {
        let request = HTTPTransportRequest(url: url.appendingPathComponent(path), method: method)
        return try JSONValue(parsing: try await Self.plain.send(request).body).object ?? [:]
    }

    var problemCodes: [PurchaseBackendError.Code] { problems.withLock { $0.map(\.code) } }
}
