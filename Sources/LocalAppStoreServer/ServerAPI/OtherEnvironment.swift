import AppStoreModels
import Foundation
import Hummingbird
import LocalAppStore
import Locking
import Logging
import OutgoingHTTP

/// What answers the App Store Server API for an environment that the store is not in: an empty store of that environment.
///
/// Apple's two servers do not know each other's customers, and everything else that they are asked they answer as usual. So
/// does this: whatever is wrong with a call is found as it would be found in the store's own environment, and then there is
/// no such transaction, notification or message. What is put there is kept while the process lives.
final class OtherEnvironment: Sendable {
    private struct Place: Sendable {
        let store: LocalAppStore
        let responder: any HTTPResponder<BasicRequestContext>
    }

    private let store: LocalAppStore
    private let realTime: RealTime
    private let transport: any HTTPTransport
    private let limit: Int
    private let logger: Logger
    private let places = Locked<[AppStoreEnvironment: Place]>([:])

    /// - Parameters:
    ///   - store: Whose catalogue, app, keys and time the empty ones have, too.
    ///   - limit: The longest body that is taken in, in bytes.
    init(of store: LocalAppStore, realTime: RealTime, transport: any HTTPTransport, limit: Int, logger: Logger) {
        (self.store, self.realTime, self.transport) = (store, realTime, transport)
        (self.limit, self.logger) = (limit, logger)
    }

    /// The answer of an empty store.
    @concurrent func respond(
        _ environment: AppStoreEnvironment,
        to request: Request,
        context: BasicRequestContext
    ) async throws -> Response {
        try await place(environment).responder.respond(to: request, context: context)
    }

    private func place(_ environment: AppStoreEnvironment) throws(StoreError) -> Place {
        let now = store.now
        let place = places.withLock { places in
            // The store's clock goes back when a snapshot is put in its place.
            if let known = places[environment], known.store.now <= now { return known }
            let new = made(environment, at: now)
            places[environment] = new
            return new
        }
        if place.store.now < now { try place.store.advance(to: now) }
        return place
    }

    private func made(_ environment: AppStoreEnvironment, at now: Date) -> Place {
        let empty = LocalAppStore(
            configuration: store.configuration,
            app: store.app,
            authority: store.authority,
            start: now,
            environment: environment
        )
        let schedule = NotificationRetrySchedule.usual(in: environment)
        let context = ServerAPIContext(
            store: empty,
            notifications: NotificationDelivery(schedule: schedule, transport: transport, now: { empty.now }),
            limit: limit
        )
        let tests = PerformanceTestRunner(
            exchange: RealtimeExchange(store: empty, transport: transport),
            realTime: realTime,
            logger: logger
        )
        let router = Router()
        router.add(middleware: ServerAPIErrorMiddleware())
        context.addRoutes(to: router, below: environment == .production ? "production/" : "sandbox/", [], tests)
        return Place(store: empty, responder: router.buildResponder())
    }
}

extension ServerAPIContext {
    /// Adds every route of the App Store Server API.
    ///
    /// - Parameter path: Below what, with a slash at its end; empty for nothing.
    func addRoutes(
        to router: Router<BasicRequestContext>,
        below path: String,
        _ middleware: [ServerAPIMiddleware<BasicRequestContext>],
        _ performanceTests: PerformanceTestRunner
    ) {
        let group = { (name: String) in
            let group = router.group(RouterPath(path + name))
            for layer in middleware { group.add(middleware: layer) }
            return group
        }
        AdvancedCommerceRoutes(context: self).add(to: group("advancedCommerce"))
        let calls = group("inApps")
        ServerAPITransactionRoutes(context: self).add(to: calls)
        ServerAPISubscriptionRoutes(context: self).add(to: calls)
        ServerAPINotificationRoutes(context: self).add(to: calls)
        RetentionMessagingRoutes(context: self, performanceTests: performanceTests).add(to: calls)
    }
}
