import HTTPTypes
import Hummingbird

/// Looks at the token before it says that a call of the App Store Server API does not exist or cannot be read, as Apple's
/// servers do: a stranger is answered 401 whatever the path.
struct UnknownCallMiddleware<Context: RequestContext>: RouterMiddleware {
    let callers: ServerAPICallers

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch  where ServerAPIError.speaksFor(request.uri.path) && ServerAPIError(error, of: request) != nil {
            guard callers.include(request) else { return ServerAPICallers.unauthenticated }
            throw error
        }
    }
}
