import AppStoreTrust
import Foundation
import HTTPServing
import Hummingbird

extension PurchaseServerApplication {
    /// All addresses; a test sends requests through it without a socket.
    var router: Router<APIContext> {
        let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIDMiddleware())
        router.add(
            middleware: ObservationMiddleware(
                metrics: metrics,
                uptime: configuration.uptime,
                logger: configuration.logger
            )
        )
        router.add(
            middleware: ErrorMiddleware(
                logger: configuration.logger,
                words: APIError.words(logger: configuration.logger)
            ) { _ in APIError.unexpected.response }
        )
        router.add(middleware: AnswerMiddleware(connections: connections))
        if let names = configuration.ownNames { router.add(middleware: HostMiddleware(names: names)) }
        if !configuration.isKeyDemanded { router.add(middleware: OriginMiddleware()) }
        router.add(middleware: OperationMiddleware())
        if let console {
            ConsoleRoutes(door: console.door, audit: console.audit, logger: configuration.logger).add(to: router)
        }
        addRevenueCat(to: router)
        addOwnRoutes(to: router)
        addCustomerRoutes(to: router)
        return router
    }

    /// What is about the server itself.
    private func addOwnRoutes(to router: Router<APIContext>) {
        HealthRoute(storage: storage, connections: connections, readiness: readiness, now: configuration.now)
            .add(to: router)
        MetricsRoute(metrics: metrics, connections: connections).add(to: group(.scope(.metrics), at: "", in: router))
        // No answer of theirs is kept for a repeated request: a new key stands in it.
        let keyGroup = router.group("v1").add(middleware: demand(.scope(.keys))).add(middleware: EntityTagMiddleware())
        KeyRoutes(book: keys, ring: ring, now: configuration.now).add(to: keyGroup)
        StatementKeyRoutes(book: keys, issuer: statementIssuer).add(to: keyGroup)
        AuditRoutes(storage: storage).add(to: keyGroup)
        SettingsRoutes(book: settings).add(to: keyGroup)
        APIDocument().add(to: router.group("v1").add(middleware: EntityTagMiddleware()))
        AppStoreNotificationRoutes(
            ingestion: NotificationIngestion(configuration, storage),
            metrics: metrics,
            log: notificationLog
        ).add(to: router)
    }

    /// What is about customers, for apps and for the developer's servers.
    private func addCustomerRoutes(to router: Router<APIContext>) {
        var routes = CustomerRoutes(
            ingestion: receiptIngestion,
            maximumReceiptLength: configuration.maximumReceiptLength,
            signedIngestion: transactionIngestion,
            log: uploadLog,
            statement: { try await self.statement(of: $0, knowing: $1) },
            provisional: { try await self.statement(of: $0, stating: $1) },
            answers: StatementAnswers(configuration, storage)
        )
        routes.add(to: group(.scope(.customers), at: "v1", in: router))
        let gate = CustomerGate(configuration, storage: storage)
        routes.app = CustomerRoutes.AppDemands(gate: gate, issuer: statementIssuer) { [configuration, storage] in
            try configuration.statement(of: try await storage.recentRecord(of: $0))
        }
        routes.add(to: group(.app, at: "v1/app", in: router, gate))
        addAppRoutes(to: router, gate)
        addDirectoryRoutes(to: router)
    }

    /// What apps ask beside what both ask, and what issues tokens: no answer with one is kept for a repeated request.
    private func addAppRoutes(to router: Router<APIContext>, _ gate: CustomerGate) {
        let app = router.group("v1/app").add(middleware: demand(.app)).add(middleware: EntityTagMiddleware())
        let tokens = CustomerTokenRoutes(storage: storage, gate: gate, now: configuration.now)
        tokens.addForApps(to: app)
        AppLoginRoutes(directory: directory, tokens: tokens).add(to: app)
        OfferingRoutes(storage: storage, now: configuration.now).addReading(to: app)
        StatementKeyRoutes(book: keys, issuer: statementIssuer).addReading(to: app)
        OfferSignatureRoutes(desk: OfferDesk(configuration, storage: storage), gate: gate).add(to: app)
        tokens.addForServers(
            to: router.group("v1").add(middleware: demand(.scope(.customers))).add(middleware: EntityTagMiddleware())
        )
    }

    private var activityStream: ActivityStream {
        ActivityStream(
            writes: storage.wakeUp,
            bell: notificationLog.bell,
            seats: seats,
            uptime: configuration.uptime,
            sleep: configuration.sleep
        )
    }

    private var directory: CustomerDirectoryRoutes {
        CustomerDirectoryRoutes(
            storage: storage,
            now: configuration.now,
            makeToken: configuration.makeToken,
            statement: { try await self.statement(of: $0) },
            orders: OrderSearch(clients: appStore, apps: ServedApps(configuration))
        )
    }

    private var refundRequestDesk: RefundRequestDesk {
        RefundRequestDesk(
            storage: storage,
            clients: appStore,
            answering: refundAnswering,
            policies: configuration.consumptionPolicies,
            now: configuration.now
        )
    }

    /// What the developer's servers ask about customers and what they have.
    private func addDirectoryRoutes(to router: Router<APIContext>) {
        let now = configuration.now
        let statement: @Sendable (CustomerID) async throws -> CustomerStatement = { try await self.statement(of: $0) }
        let customers = group(.scope(.customers), at: "v1", in: router)
        directory.add(to: customers)
        CustomerHistoryRoutes(storage: storage, configuration: configuration, statement: statement).add(to: customers)
        let data = CustomerDataRoutes(storage: storage, now: now, statement: statement)
        data.add(to: customers)
        data.addTransfers(to: group(.scope(.transfers), at: "v1", in: router))
        GrantRoutes(storage: storage, levels: configuration.customers.levels, now: now)
            .add(to: group(.scope(.grants), at: "v1", in: router))
        LedgerRoutes(storage: storage, terms: configuration.ledgerTerms, now: now)
            .add(to: group(.scope(.balances), at: "v1", in: router))
        OfferingRoutes(storage: storage, now: now).add(to: customers)
        RefundRequestRoutes(storage: storage, desk: refundRequestDesk, now: now)
            .add(to: group(.scope(.refunds), at: "v1", in: router))
        let figures = router.group("v1").add(middleware: self.demand(.scope(.figures)))
        FigureRoutes(keeper: figureKeeper, now: now).add(to: figures.add(middleware: EntityTagMiddleware()))
        NotificationTestRoutes(clients: appStore).add(to: group(.scope(.keys), at: "v1", in: router))
        let events = group(.scope(.events), at: "v1", in: router)
        let activity = ActivityRoutes(
            storage: storage,
            inspector: NotificationInspector(log: notificationLog, configuration: configuration),
            health: appStoreHealth,
            stream: activityStream,
            console: console,
            now: now
        )
        activity.add(to: events)
        activity.addStream(to: router.group("v1").add(middleware: self.demand(.scope(.events))))
        WebhookRoutes(
            storage: storage,
            rule: webhookRule,
            now: now,
            identifier: { RandomIdentifier.make("whk") },
            secret: {
                var generator = SystemRandomNumberGenerator()
                return WebhookSecret.random(using: &generator)
            }
        ).add(to: events)
    }

    /// Addresses for whom `demand` lets in: answers have entity tags, and POST requests may have idempotency keys.
    ///
    /// - Parameter gate: What apps are asked for; nil where the developer's servers ask.
    func group(
        _ demand: KeyMiddleware.Demand,
        at path: RouterPath,
        in router: Router<APIContext>,
        _ gate: CustomerGate? = nil
    ) -> RouterGroup<APIContext> {
        router.group(path).add(middleware: self.demand(demand)).add(middleware: EntityTagMiddleware())
            .add(
                middleware: IdempotencyMiddleware(
                    storage: storage,
                    maximumBodyLength: CustomerRoutes.maximumBodyLength(receipt: configuration.maximumReceiptLength),
                    now: configuration.now,
                    gate: gate
                )
            )
    }

    private func demand(_ demand: KeyMiddleware.Demand) -> KeyMiddleware {
        KeyMiddleware(demand: demand, ring: ring, limiter: limiter, console: console)
    }
}
