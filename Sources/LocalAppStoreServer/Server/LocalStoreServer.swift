public import AppStoreModels
public import Foundation
import HTTPServing
import Hummingbird
public import LocalAppStore
public import Logging
import NIOCore
public import OutgoingHTTP
public import ServiceLifecycle

/// A local App Store over HTTP: what Apple's servers answer to a developer's server, what they send to it, and a control
/// interface for scripts.
///
/// ```swift
/// let server = LocalStoreServer(store: store)
/// async let running: Void = server.run()
/// let url = try await server.baseURL  // http://127.0.0.1:49152
/// ```
///
/// It listens on this machine only unless told otherwise. ``run()`` ends on graceful shutdown; what the store was told
/// until then is kept by the store.
public struct LocalStoreServer: Service {
    /// The store behind the server.
    public let store: LocalAppStore
    /// Notifications on their way to the developer's server.
    public let notifications: NotificationDelivery
    /// The store's clock.
    public let clock: StoreClock
    /// Shows who a developer's server is, to the App Store Server API.
    public let serverAPIKey: ServerAPIKey
    let realTime: RealTime
    let addressFile: StoreAddressFile?
    let configuration: StoreServerConfiguration
    /// With what it speaks TLS; nil if it does not.
    let tls: StoreTLS?
    private let publisher: NotificationPublisher
    let events: EventHistory
    let verification: VerifyReceiptResponder
    let realtimeExchange: RealtimeExchange
    /// What answers for the environment that the store is not in.
    let otherEnvironment: OtherEnvironment
    let performanceTests: PerformanceTestRunner
    let stopRequests = StopRequests()
    let listening = ListeningState<URL, StoreServerError>()
    let secureListening = ListeningState<URL, StoreServerError>()
    let connections: ServerConnections
    let logger: Logger

    /// A server, not yet listening.
    ///
    /// Notifications are made from now on; ``NotificationDelivery/deliverPending()`` sends them even if the server does
    /// not run.
    ///
    /// - Parameters:
    ///   - store: The store behind the server.
    ///   - configuration: Where it listens and how much it takes in.
    ///   - clock: Ties the store's time to real time; nil for time that moves by command only.
    ///   - realTime: Where the clock's driver gets its time from, and the server API the time of tokens.
    ///   - serverAPIKey: What callers of the App Store Server API must sign their tokens with; nil for a new key.
    ///   - sharedSecret: What `verifyReceipt` requests about auto-renewable subscriptions must send; nil if any will do.
    ///   - notificationURL: Where notifications go; nil for nowhere yet.
    ///   - retrySchedule: When failed notifications are sent again; nil for the App Store's schedule in the store's
    ///     environment.
    ///   - transport: Carries notifications.
    ///   - logger: Where the server writes what it does.
    public init(
        store: LocalAppStore,
        configuration: StoreServerConfiguration = StoreServerConfiguration(),
        clock: StoreClock? = nil,
        realTime: RealTime = .system,
        serverAPIKey: ServerAPIKey? = nil,
        sharedSecret: String? = nil,
        notificationURL: URL? = nil,
        retrySchedule: NotificationRetrySchedule? = nil,
        transport: any HTTPTransport = AsyncHTTPClientTransport(),
        logger: Logger = Logger(label: "local-app-store")
    ) {
        let schedule = retrySchedule ?? .usual(in: store.environment)
        self.init(
            Parts(
                store: store,
                clock: clock ?? StoreClock(standing: store, realTime: realTime),
                serverAPIKey: serverAPIKey ?? ServerAPIKey(),
                outbox: NotificationLog.Content(
                    outbox: NotificationOutbox(schedule: schedule),
                    destination: notificationURL
                )
            ),
            configuration: configuration,
            realTime: realTime,
            sharedSecret: sharedSecret,
            transport: transport,
            logger: logger
        )
    }

    /// What a server is put together from, in memory or from a folder.
    struct Parts {
        let store: LocalAppStore
        let clock: StoreClock
        let serverAPIKey: ServerAPIKey
        var outbox: NotificationLog.Content
        var log: NotificationLog?
        /// Events that happened before a kill and may have no notification yet.
        var missedEvents: [StoreEvent] = []
        var addressFile: StoreAddressFile?
    }

    init(
        _ parts: Parts,
        configuration: StoreServerConfiguration,
        realTime: RealTime,
        sharedSecret: String?,
        transport: any HTTPTransport,
        logger: Logger
    ) {
        let (store, clock) = (parts.store, parts.clock)
        self.store = store
        self.clock = clock
        self.configuration = configuration
        self.realTime = realTime
        self.logger = logger
        serverAPIKey = parts.serverAPIKey
        // One In-App Purchase key signs requests of the server interface and offers.
        store.acceptOffers(signedWith: parts.serverAPIKey.offersKey)
        addressFile = parts.addressFile
        tls = configuration.tlsPort.map { port in
            let names = [configuration.host] + configuration.allowedNames
            return StoreTLS(port: port, names: names, authority: store.authority, now: realTime.now())
        }
        events = EventHistory(store: store)
        // A snapshot is the whole store, and may be longer than all other bodies together.
        connections = ServerConnections(limits: configuration.limits) { $0 == "PUT" && $1 == "/control/snapshot" }
        verification = VerifyReceiptResponder(store: store, sharedSecret: sharedSecret)
        // Apple's server makes no notifications for an app that has no address for them.
        let hasAddress = parts.outbox.destination != nil || parts.outbox.versionOneDestination != nil
        let missed = hasAddress ? parts.missedEvents : []
        notifications = NotificationDelivery(
            parts.outbox,
            log: parts.log,
            backlog: NotificationBacklog(missed, store: store, logger: logger),
            transport: transport,
            now: { clock.now },
            eventCount: { store.eventCount },
            sleep: realTime.sleep,
            password: sharedSecret
        )
        realtimeExchange = RealtimeExchange(store: store, transport: transport)
        otherEnvironment = OtherEnvironment(
            of: store,
            realTime: realTime,
            transport: transport,
            limit: configuration.maximumControlBody,
            logger: logger
        )
        performanceTests = PerformanceTestRunner(exchange: realtimeExchange, realTime: realTime, logger: logger)
        publisher = NotificationPublisher(store: store, delivery: notifications, isBusy: { clock.isTravelling })
    }

    /// Where the server listens; waits until it does.
    ///
    /// - Throws: ``StoreServerError`` if it cannot listen, or has ended.
    public var baseURL: URL {
        get async throws(StoreServerError) { try await listening.wait() }
    }

    /// Listens, answers and delivers notifications until graceful shutdown.
    ///
    /// - Throws: ``StoreServerError``, for example `portTaken`.
    public func run() async throws {
        do {
            try configuration.check()
            if !configuration.isLoopback {
                logger.warning(
                    "other machines can reach this store and command it",
                    metadata: ["host": "\(configuration.host)"]
                )
            }
            try await connections.run(try application(besides: secureListener()))
            addressFile?.remove()
            tellEnd(StoreServerError(.stopped, "the server has ended"))
        } catch {
            let error = StoreServerError(error, configuration: configuration)
            tellEnd(error)
            throw error
        }
    }

    /// The HTTP application, for tests that bring their own client.
    var application: some ApplicationProtocol { application(besides: nil) }

    private func application(besides secureListener: SecureListener?) -> some ApplicationProtocol {
        Application(
            responder: responder,
            server: connections.server,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: "Purser-LocalAppStore"
            ),
            services: [
                publisher,
                compaction,
                performanceTests,
                ClockDriver(
                    clock: clock,
                    realTime: realTime,
                    betweenPortions: betweenPortions,
                    afterLook: publisher.wake,
                    logger: logger
                ),
            ] + (secureListener.map { [$0] } ?? []),
            onServerRunning: { channel in
                await connections.watch(channel)
                await announce(channel.localAddress?.port)
            },
            logger: logger
        )
    }

    private var compaction: LogCompaction {
        LogCompaction(store: store, notifications: notifications, realTime: realTime, logger: logger)
    }

    /// What keeps memory and files small while the clock goes a long way: the notifications of each portion are made, sent
    /// if many wait, and a log that has grown long gets short.
    var betweenPortions: @Sendable () async -> Void {
        { [notifications, compaction, clock] in
            await notifications.publishAll()
            await notifications.makeRoom { !clock.isCancelled }
            await compaction.compact()
        }
    }
}
