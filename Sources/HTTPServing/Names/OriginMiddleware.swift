import HTTPTypes
package import Hummingbird

/// Keeps web pages of other sites from commanding a server that trusts whoever reaches it.
///
/// Browsers name the page's site in `Origin` and let simple requests through without asking; programs send no `Origin`.
package struct OriginMiddleware<Context: RequestContext>: RouterMiddleware {
    package init() {}

    @concurrent package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let origin = request.headers[.origin] {
            let host = request.head.authority ?? ""
            guard origin == "http://" + host || origin == "https://" + host else {
                throw RequestRefusal.foreignOrigin(origin)
            }
        }
        return try await next(request, context)
    }
}
