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
    private let callers: ServerAPICallers

    init(
        store: LocalAppStore,
        clock: StoreClock,
        key: ServerAPIKey,
        realNow: @escaping @Sendable () -> Date,
        environment: AppStoreEnvironment?
    ) {
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
            // Each environment knows its own transactions only.
            if let environment, environment != store.environment { throw ServerAPIError.transactionNotFound }
            try clock.keepUp()
            return try await next(request, context)
        } catch let error as ServerAPIError {
            return error.answer.response()
        } catch let error as StoreError {
            return ServerAPIError(error).answer.response()
        } catch let error as RequestError {
            return ServerAPIError(error).answer.response()
        }
    }
}
