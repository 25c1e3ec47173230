import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Lets only callers through who hold the store's key, at the time it is in the store, and answers errors as Apple does.
struct ServerAPIMiddleware<Context: RequestContext>: RouterMiddleware {
    let store: LocalAppStore
    let clock: StoreClock
    /// The environment that the path names; nil if it names none.
    let environment: AppStoreEnvironment?
    /// What answers for an environment that the store is not in.
    private let elsewhere: @Sendable (AppStoreEnvironment, Request, Context) async throws -> Response
    private let callers: ServerAPICallers

    init(
        store: LocalAppStore,
        clock: StoreClock,
        key: ServerAPIKey,
        realNow: @escaping @Sendable () -> Date,
        environment: AppStoreEnvironment?,
        elsewhere: @escaping @Sendable (AppStoreEnvironment, Request, Context) async throws -> Response
    ) {
        self.elsewhere = elsewhere
        (self.store, self.clock, self.environment) = (store, clock, environment)
        callers = ServerAPICallers(key: key, bundleID: store.app.bundleID, realNow: realNow)
    }

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard callers.include(request) else { return ServerAPICallers.unauthenticated }
        do {
            try clock.keepUp()
            // Each environment knows its own customers only.
            if let environment, environment != store.environment {
                return try await elsewhere(environment, request, context)
            }
            return try await next(request, context)
        } catch {
            guard let answer = ServerAPIErrorMiddleware<Context>.answer(to: error) else { throw error }
            return answer
        }
    }
}
