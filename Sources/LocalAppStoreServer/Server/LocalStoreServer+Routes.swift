import AppStoreModels
import HTTPServing
import Hummingbird
import LocalAppStore

/// What is answered where.
extension LocalStoreServer {
    var router: Router<BasicRequestContext> {
        let router = Router()
        router.addMiddleware {
            AnswerLogMiddleware(logger: logger)
            ErrorMiddleware(logger: logger, words: RequestError.answer, unexpected: RequestError.unexpectedAnswer)
            AnswerMiddleware(connections: connections)
            HostMiddleware(names: OwnNames(host: configuration.host, allowed: configuration.allowedNames))
            OriginMiddleware(allowed: configuration.allowedNames)
            UnknownCallMiddleware(
                callers: ServerAPICallers(key: serverAPIKey, bundleID: store.app.bundleID, realNow: realTime.now)
            )
            EscapedQueryMiddleware()
            ServerFaultMiddleware(store: store, realTime: realTime)
        }
        VerifyReceiptRoutes(verification: verification, clock: clock, limit: configuration.maximumReceiptBody)
            .add(to: router)
        CertificateRoutes(authority: store.authority, tls: tls).add(to: router)
        OCSPRoutes(store: store, realTime: realTime).add(to: router)
        HealthRoutes(store: store, clock: clock, notifications: notifications, connections: connections).add(to: router)
        let control = ControlContext(
            store: store,
            clock: clock,
            notifications: notifications,
            events: events,
            limit: configuration.maximumControlBody,
            betweenPortions: betweenPortions
        )
        let group = router.group("control")
        LookingRoutes(context: control).add(to: group)
        SettingsRoutes(context: control).add(to: group)
        AccountRoutes(context: control).add(to: group)
        FamilyRoutes(context: control).add(to: group)
        BuyingRoutes(context: control).add(to: group)
        OfferCodeRoutes(context: control).add(to: group)
        FaultRoutes(context: control).add(to: group)
        TransactionRoutes(context: control).add(to: group)
        SubscriptionRoutes(context: control).add(to: group)
        ClockRoutes(context: control).add(to: group)
        SnapshotRoutes(context: control, limit: configuration.maximumSnapshot).add(to: group)
        NotificationRoutes(context: control).add(to: group)
        SigningRoutes(context: control).add(to: group)
        AdvancedCommerceControlRoutes(context: control).add(to: group)
        EndingRoutes(context: control, stopRequests: stopRequests).add(to: group)
        RetentionControlRoutes(context: control, exchange: realtimeExchange, performanceTests: performanceTests)
            .add(to: group)
        EventStream(clock: clock, realTime: realTime).add(to: group)
        OpenAPIDocument(hasTLS: tls != nil).add(to: group)
        DeviceRoutes(context: control, realTime: realTime).add(to: router.group("device"))
        addServerAPI(to: router)
        WebPage().add(to: router)
        return router
    }

    /// In the store's own environment, and below `/production` and `/sandbox` as `verifyReceipt` is.
    private func addServerAPI(to router: Router<BasicRequestContext>) {
        let context = ServerAPIContext(
            store: store,
            notifications: notifications,
            limit: configuration.maximumControlBody
        )
        let environments: [(String, AppStoreEnvironment?)] = [
            ("", nil), ("production/", .production), ("sandbox/", .sandbox),
        ]
        for (path, environment) in environments {
            let middleware = ServerAPIMiddleware<BasicRequestContext>(
                store: store,
                clock: clock,
                key: serverAPIKey,
                realNow: realTime.now,
                environment: environment,
                elsewhere: otherEnvironment.respond
            )
            context.addRoutes(to: router, below: path, [middleware], performanceTests)
        }
    }
}
