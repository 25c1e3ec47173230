import HTTPTypes
package import Hummingbird

/// Refuses requests that call the server by a name that is not its own; ``OwnNames`` says why.
package struct HostMiddleware<Context: RequestContext>: RouterMiddleware {
    private let names: OwnNames

    package init(names: OwnNames) { self.names = names }

    @concurrent package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let authority = request.head.authority, !names.contain(authority: authority) {
            throw RequestRefusal.foreignHost(authority)
        }
        return try await next(request, context)
    }
}
