import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Entitlements
import Foundation
import HTTPServing
import Hummingbird
import Logging
import NIOCore
public import ServiceLifecycle

/// The purchase server: takes receipts and notifications in, answers what customers own.
///
/// It keeps no state outside its storage. Everything it was told is on disk before it says so.
///
/// ```swift
/// let server = try PurchaseServerApplication(configuration: configuration)
/// try await server.run()
/// ```
///
/// ## Topics
/// - ``init(configuration:)``
/// - ``run()``
/// - ``listeningPort()``
/// - ``statement(of:)``
/// - ``pollDue()``
public final class PurchaseServerApplication: Service {
    private let configuration: PurchaseServerConfiguration
    private let storage: any PurchaseStorage
    private let verification: ReceiptVerification
    private let listening = ListeningState<Int, PurchaseServerError>()
    private let connections: ServerConnections

    /// Opens the storage; nothing listens yet.
    ///
    /// - Throws: ``PurchaseServerError`` if the configuration cannot work or the database cannot be used.
    public convenience init(configuration: PurchaseServerConfiguration) throws(PurchaseServerError) {
        try configuration.check()
        let storage = try SQLiteStorage(file: configuration.databaseFile, logger: configuration.logger)
        self.init(configuration: configuration, storage: storage)
    }

    init(configuration: PurchaseServerConfiguration, storage: any PurchaseStorage) {
        self.configuration = configuration
        self.storage = storage
        verification = ReceiptVerification(configuration)
        connections = ServerConnections(limits: configuration.limits)
    }

    /// Listens until the task is cancelled or its service group shuts down gracefully.
    ///
    /// - Throws: ``PurchaseServerError``, code `portTaken` or `addressUnusable`, if it cannot listen.
    public func run() async throws {
        if configuration.apiKey == nil {
            configuration.logger.warning("without an API key every program on this machine may read and write")
        }
        var services: [any Service] = []
        if let interval = configuration.pollInterval {
            services.append(
                PollingService(
                    poller: poller,
                    interval: interval,
                    sleep: configuration.sleep,
                    logger: configuration.logger
                )
            )
        }
        let application = Application(
            router: router,
            server: connections.server,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "Purser"
            ),
            services: services,
            onServerRunning: { [listening, connections] channel in
                await connections.watch(channel)
                listening.tell(.success(channel.localAddress?.port ?? 0))
            },
            logger: configuration.logger
        )
        do {
            try await connections.run(application)
            listening.tell(.failure(PurchaseServerError(.stopped, "the server has ended")))
        } catch {
            let reported = PurchaseServerError(listening: error, host: configuration.host, port: configuration.port)
            listening.tell(.failure(reported ?? PurchaseServerError(.stopped, "\(error)")))
            throw reported ?? error
        }
    }

    /// Waits until the server listens.
    ///
    /// - Returns: The port, also if the configuration asked for any free one.
    /// - Throws: ``PurchaseServerError`` if the server could not listen, or has ended.
    public func listeningPort() async throws -> Int { try await listening.wait() }

    /// What a customer has now.
    public func statement(of customer: CustomerID) async throws -> CustomerStatement {
        let date = configuration.now()
        let rules = configuration.entitlementRules
        let facts = try await storage.facts(of: customer).dated(notAfter: date.addingTimeInterval(rules.clockTolerance))
        return CustomerStatement(
            customer: customer,
            date: date,
            entitlements: facts.entitlements(at: date, rules: rules),
            pendingUploads: try await storage.pendingUploadCount(of: customer)
        )
    }

    /// Asks the App Store about everything that is due now; what the server does by itself in intervals.
    @discardableResult
    public func pollDue() async throws -> PollReport { try await poller.pollDue() }
}

extension PurchaseServerApplication {
    private var poller: Poller {
        Poller(
            storage: storage,
            verification: verification,
            rules: configuration.entitlementRules,
            now: configuration.now,
            logger: configuration.logger
        )
    }

    /// All addresses; a test sends requests through it without a socket.
    var router: Router<BasicRequestContext> {
        let router = Router()
        router.add(
            middleware: ErrorMiddleware(
                logger: configuration.logger,
                words: APIError.words(logger: configuration.logger)
            ) { APIError.unexpected.response }
        )
        if let names = configuration.ownNames { router.add(middleware: HostMiddleware(names: names)) }
        if configuration.apiKey == nil { router.add(middleware: OriginMiddleware()) }
        HealthRoute(storage: storage, connections: connections, now: configuration.now).add(to: router)
        CustomerRoutes(
            ingestion: ReceiptIngestion(
                storage: storage,
                inspection: verification.inspection,
                verification: verification,
                rules: configuration.entitlementRules,
                limits: configuration.pendingUploadLimits,
                now: configuration.now
            ),
            maximumReceiptLength: configuration.maximumReceiptLength,
            statement: { try await self.statement(of: $0) }
        ).add(to: router.group("v1").add(middleware: BearerMiddleware(key: configuration.apiKey)))
        AppStoreNotificationRoutes(ingestion: NotificationIngestion(configuration, storage)).add(to: router)
        return router
    }
}

extension NotificationIngestion {
    init(_ configuration: PurchaseServerConfiguration, _ storage: any PurchaseStorage) {
        self.init(
            storage: storage,
            verifier: SignedDataVerifier(
                policy: configuration.trustPolicy,
                apps: configuration.apps,
                environments: configuration.environments,
                now: configuration.now
            ),
            oldStyle: OldStyleNotificationReader(
                sharedSecret: configuration.sharedSecret,
                apps: Set(configuration.apps.map(\.bundleID)),
                environments: configuration.environments
            ),
            rules: configuration.entitlementRules,
            now: configuration.now,
            logger: configuration.logger
        )
    }
}

extension ReceiptVerification {
    init(_ configuration: PurchaseServerConfiguration) {
        let apps = Set(configuration.apps.map(\.bundleID))
        self.init(
            client: VerifyReceiptClient(
                endpoints: configuration.verifyReceiptEndpoints,
                sharedSecret: configuration.sharedSecret,
                retryPolicy: configuration.retryPolicy,
                limits: configuration.upstreamLimits,
                transport: configuration.transport,
                sleep: configuration.sleep
            ),
            inspection: ReceiptInspection(policy: configuration.trustPolicy, apps: apps),
            apps: apps,
            environments: configuration.environments,
            now: configuration.now,
            logger: configuration.logger
        )
    }
}

extension PurchaseServerConfiguration {
    func check() throws(PurchaseServerError) {
        guard !apps.isEmpty else {
            throw PurchaseServerError(.configuration, "no app is configured; name at least one bundle identifier")
        }
        guard (0...65_535).contains(port) else {
            throw PurchaseServerError(.configuration, "\(port) is no port; use 0 for a free one, or 1 to 65535")
        }
        for url in [verifyReceiptEndpoints.production, verifyReceiptEndpoints.sandbox] {
            do {
                _ = try HTTPAddress(url)
            } catch {
                throw PurchaseServerError(.configuration, "the App Store cannot be asked: \(error)")
            }
        }
        guard maximumReceiptLength > 0 else {
            throw PurchaseServerError(.configuration, "the largest receipt must have more than 0 bytes")
        }
        if let mistake = allowedNames.lazy.compactMap(OwnNames.mistake).first ?? limits.mistake {
            throw PurchaseServerError(.configuration, mistake)
        }
        guard apiKey != nil || HostName(host).isLoopback else {
            throw PurchaseServerError(
                .keyMissing,
                "other machines can reach \(host), and without an API key everybody may read and write; "
                    + "set a key, or listen on 127.0.0.1"
            )
        }
    }

    /// The names by which the server may be asked; nil for any.
    var ownNames: OwnNames? {
        apiKey != nil && allowedNames.isEmpty ? nil : OwnNames(host: host, allowed: allowedNames)
    }
}

extension PurchaseServerError {
    /// The reason why nothing listens, or nil if the error is about something else.
    fileprivate init?(listening error: any Error, host: String, port: Int) {
        if let error = error as? PurchaseServerError {
            self = error
            return
        }
        guard let error = error as? IOError else { return nil }
        if error.errnoCode == EADDRINUSE {
            self.init(
                .portTaken,
                "another program listens on \(host):\(port); choose another port, or 0 for a free one"
            )
        } else {
            self.init(.addressUnusable, "cannot listen on \(host):\(port): \(error)")
        }
    }
}
