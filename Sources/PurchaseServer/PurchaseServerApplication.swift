import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Entitlements
import Foundation
import HTTPServing
import Hummingbird
import Logging
import NIOCore
import OutgoingHTTP
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
/// - ``firstKeys``
/// - ``keys``
/// - ``run()``
/// - ``listeningPort()``
/// - ``statement(of:)``
/// - ``pollDue()``
/// - ``sendWebhooksDue()``
/// - ``answerRefundRequestsDue()``
/// - ``repairGaps()``
/// - ``reconcile(_:progress:)``
public final class PurchaseServerApplication: Service {
    /// The keys that were made because there were none; they are shown here, this once.
    public let firstKeys: FirstKeys?
    /// The keys in the server's database.
    public let keys: KeyBook
    let configuration: PurchaseServerConfiguration
    let storage: PurchaseDatabase
    let verification: ReceiptVerification
    let appStore: ServerAPIClients
    let connections: ServerConnections
    let metrics: ServerMetrics
    let notificationLog: NotificationLog
    let appStoreHealth: AppStoreHealth
    let receivingRoom: ReceivingRoom
    let seats: StreamSeats
    let ring: KeyRing
    let limiter: RateLimiter
    let patience: Patience
    /// nil where nobody may log in.
    let console: Console?
    let statementIssuer: StatementIssuer
    let readiness: Readiness
    /// Keeps the figures; nil if none are kept.
    let figureKeeper: FigureKeeper?
    /// What flags, file and console have said, and who serves by it.
    let settings: SettingsBook
    let settingsRevision: Int64
    private let lock: (any DatabaseLock)?
    private let listening: ListeningState<Int, PurchaseServerError>

    /// Opens the storage; nothing listens yet.
    ///
    /// - Throws: ``PurchaseServerError`` if the configuration cannot work, the database cannot be used, or a server with
    ///   other settings uses it.
    public convenience init(configuration: PurchaseServerConfiguration) throws(PurchaseServerError) {
        let opened = try OpenedDatabase(configuration)
        try self.init(configuration: configuration, storage: opened.storage, lock: opened.lock)
    }

    /// The same for work beside a server: nothing is made that somebody would have to be told of.
    ///
    /// - Throws: As ``init(configuration:)``.
    package convenience init(besideServer configuration: PurchaseServerConfiguration) throws(PurchaseServerError) {
        let opened = try OpenedDatabase(configuration)
        try self.init(configuration: configuration, storage: opened.storage, lock: opened.lock, makesKeys: false)
    }

    init(
        configuration: PurchaseServerConfiguration,
        storage: PurchaseDatabase,
        lock: (any DatabaseLock)? = nil,
        makesKeys: Bool = true
    ) throws(PurchaseServerError) {
        let book = SettingsBook(fixed: configuration, storage: storage)
        let stored = try storage.storedSettingsAtStart()
        var configuration = configuration.completed(by: stored).countingMilliseconds
        let storage = storage.following(configuration)
        (settings, settingsRevision) = (book, stored.revision)
        (metrics, readiness, listening, seats) = (ServerMetrics(), Readiness(), ListeningState(), StreamSeats())
        receivingRoom = ReceivingRoom()
        configuration.logger = RequestLogHandler.wrap(configuration.logger)
        notificationLog = NotificationLog(now: configuration.now)
        appStoreHealth = AppStoreHealth(configuration, bell: notificationLog.bell)
        configuration.transport = WatchedTransport(configuration, health: appStoreHealth, room: receivingRoom)
        self.configuration = configuration
        self.storage = storage
        self.lock = lock
        keys = KeyBook(storage: storage, now: configuration.now)
        ring = KeyRing(
            storage: storage,
            configured: configuration.apiKey,
            isDemanded: configuration.isKeyDemanded,
            now: configuration.now,
            uptime: configuration.uptime
        )
        limiter = RateLimiter(
            publicKeys: configuration.publicKeyRateLimit,
            secretKeys: configuration.secretKeyRateLimit,
            uptime: configuration.uptime
        )
        verification = ReceiptVerification(configuration)
        appStore = ServerAPIClients(configuration, sharing: storage.engine.turns)
        patience = Patience(limit: configuration.uploadPatience, timer: configuration.patienceTimer)
        connections = ServerConnections(limits: configuration.limits)
        statementIssuer = StatementIssuer(configuration, storage: storage)
        console = configuration.console.map { [configuration] access in
            Console(
                door: ConsoleDoor(access, configuration),
                audit: ConsoleAudit(storage: storage, now: configuration.now, logger: configuration.logger)
            )
        }
        figureKeeper = FigureKeeper(configuration, storage)
        if makesKeys { try storage.makeFirstStatementKey(at: configuration.now()) }
        let needsKeys = configuration.isKeyDemanded && configuration.apiKey == nil
        firstKeys = makesKeys && needsKeys ? try storage.makeFirstKeys(at: configuration.now()) : nil
    }

    /// Who takes over when something else is set up: what is known of callers, people and connections stays.
    init(succeeding former: PurchaseServerApplication, by stored: StoredSettings) {
        var configuration = former.settings.fixed.completed(by: stored).countingMilliseconds
        configuration.logger = former.configuration.logger
        receivingRoom = former.receivingRoom
        appStoreHealth = AppStoreHealth(
            configuration,
            bell: former.notificationLog.bell,
            following: former.appStoreHealth
        )
        configuration.transport = WatchedTransport(configuration, health: appStoreHealth, room: receivingRoom)
        self.configuration = configuration
        storage = former.storage.following(configuration)
        (settings, settingsRevision) = (former.settings, stored.revision)
        (metrics, readiness, listening, seats) = (former.metrics, former.readiness, former.listening, former.seats)
        (lock, firstKeys, keys, ring, limiter) = (former.lock, nil, former.keys, former.ring, former.limiter)
        (notificationLog, patience, connections) = (former.notificationLog, former.patience, former.connections)
        console = former.console
        verification = ReceiptVerification(configuration)
        appStore = ServerAPIClients(configuration, sharing: storage.engine.turns)
        statementIssuer = StatementIssuer(configuration, storage: storage)
        figureKeeper = FigureKeeper(configuration, storage)
    }

    /// Listens until the task is cancelled or its service group shuts down gracefully.
    ///
    /// - Throws: ``PurchaseServerError``, code `portTaken` or `addressUnusable`, if it cannot listen.
    public func run() async throws {
        if !configuration.isKeyDemanded {
            configuration.logger.warning("without an API key every program on this machine may read and write")
        }
        if configuration.figures == nil { try await storage.keepNoFigures() }
        settings.begin(self)
        defer { settings.end() }
        let application = Application(
            responder: CurrentResponder(book: settings),
            server: connections.server { [settings] in settings.quickAnswer(to: $0) },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: Self.serverName
            ),
            services: [
                CurrentServices(
                    book: settings,
                    interval: console == nil ? nil : Self.settingsInterval,
                    sleep: configuration.sleep,
                    logger: configuration.logger
                )
            ],
            onServerRunning: { [listening, connections] channel in
                await connections.watch(channel)
                listening.tell(.success(channel.localAddress?.port ?? 0))
            },
            logger: configuration.logger
        )
        do {
            try await withGracefulShutdownHandler {
                try await connections.run(application)
            } onGracefulShutdown: { [readiness] in
                readiness.end()
            }
            storage.noteStop()
            listening.tell(.failure(PurchaseServerError(.stopped, "the server has ended")))
        } catch {
            let reported = PurchaseServerError(listening: error, host: configuration.host, port: configuration.port)
            listening.tell(.failure(reported ?? PurchaseServerError(.stopped, "\(error)")))
            throw reported ?? error
        }
    }

    /// What answers say in `Server`.
    static let serverName = "Purser"

    /// After how many seconds it is known what was changed at the console of another server on the same database.
    private static let settingsInterval: TimeInterval = 5

    /// Waits until the server listens.
    ///
    /// - Returns: The port, also if the configuration asked for any free one.
    /// - Throws: ``PurchaseServerError`` if the server could not listen, or has ended.
    public func listeningPort() async throws -> Int { try await listening.wait() }

    /// What a customer has now.
    public func statement(of customer: CustomerID) async throws -> CustomerStatement {
        try configuration.statement(of: try await storage.record(of: customer))
    }

    /// The same right after a change, which found out much of it.
    func statement(of customer: CustomerID, knowing known: KnownCustomer?) async throws -> CustomerStatement {
        try configuration.statement(of: try await storage.record(of: customer, knowing: known))
    }

    /// Asks the App Store about everything that is due now; what the server does by itself in intervals.
    @discardableResult
    public func pollDue() async throws -> PollReport { try await poller.pollDue() }
}

extension PurchaseServerApplication {
    var poller: Poller {
        Poller(
            storage: storage,
            verification: verification,
            subscriptions: SubscriptionCheck(clients: appStore),
            rules: configuration.entitlementRules,
            now: configuration.now,
            logger: configuration.logger
        )
    }
}

extension PurchaseDatabase {
    /// The same database by the rules of a configuration; who tells nobody goes on telling nobody.
    func following(_ configuration: PurchaseServerConfiguration) -> Self {
        with(configuration.claimTerms, events?.following(configuration))
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
