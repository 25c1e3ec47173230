import HTTPTypes
import Hummingbird

/// Keeps web pages of other sites from commanding a store that listens on this machine.
///
/// Browsers name the page's site in `Origin` and let simple requests through without asking; programs send no `Origin`.
struct OriginMiddleware<Context: RequestContext>: RouterMiddleware {
    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let origin = request.headers[.origin] {
            let host = request.head.authority ?? ""
            guard origin == "http://" + host || origin == "https://" + host else {
                throw RequestError(.forbidden, "foreignOrigin", "pages of \(origin) may not command this store")
            }
        }
        return try await next(request, context)
    }
}
