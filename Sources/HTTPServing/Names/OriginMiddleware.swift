import HTTPTypes
package import Hummingbird

/// Keeps web pages of other sites from commanding a server that trusts whoever reaches it.
///
/// Browsers name the page's site in `Origin` and let simple requests through without asking; programs send no `Origin`.
package struct OriginMiddleware<Context: RequestContext>: RouterMiddleware {
    private let allowed: Set<HostName>

    /// - Parameter allowed: Names that the server was given, without ports. A page that has one of them is the server's
    ///   own, although a proxy on this machine may ask by another name than the page did.
    package init(allowed: [String] = []) { self.allowed = Set(allowed.map { HostName($0) }) }

    @concurrent package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        try check(request)
        return try await next(request, context)
    }

    /// Demands that no page of another site sent the request.
    package func check(_ request: Request) throws(RequestRefusal) {
        guard let origin = request.headers[.origin] else { return }
        let host = request.head.authority ?? ""
        guard origin == "http://" + host || origin == "https://" + host || isAllowed(origin) else {
            throw RequestRefusal.foreignOrigin(origin)
        }
    }

    private func isAllowed(_ origin: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: origin.hasPrefix) else { return false }
        return HostName(authority: String(origin.dropFirst(scheme.count))).map(allowed.contains) ?? false
    }
}
