import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import NIOCore

/// Lets only callers through who hold the store's key, at the time it is in the store, and answers errors as Apple does.
struct ServerAPIMiddleware<Context: RequestContext>: RouterMiddleware {
    let store: LocalAppStore
    let clock: StoreClock
    let key: ServerAPIKey
    let realNow: @Sendable () -> Date
    /// The environment that the path names; nil if it names none.
    let environment: AppStoreEnvironment?
    private let tokens = ServerAPITokenCache()

    init(
        store: LocalAppStore,
        clock: StoreClock,
        key: ServerAPIKey,
        realNow: @escaping @Sendable () -> Date,
        environment: AppStoreEnvironment?
    ) {
        (self.store, self.clock, self.key) = (store, clock, key)
        (self.realNow, self.environment) = (realNow, environment)
    }

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard isAuthorized(request) else { return Self.unauthenticated }
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
            return ServerAPIError.badRequest(error.message).answer.response()
        }
    }

    private func isAuthorized(_ request: Request) -> Bool {
        let scheme = "bearer "
        guard let header = request.headers[.authorization], header.prefix(scheme.count).lowercased() == scheme else {
            return false
        }
        return tokens.isValid(String(header.dropFirst(scheme.count)), at: realNow()) { token in
            ServerAPIToken(token, key: key, bundleID: store.app.bundleID)
        }
    }

    /// Apple answers this one in plain text.
    private static var unauthenticated: Response {
        Response(
            status: .unauthorized,
            headers: [.contentType: "text/plain;charset=UTF-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "Unauthenticated\n\nRequest ID: LOCAL\n"))
        )
    }
}
