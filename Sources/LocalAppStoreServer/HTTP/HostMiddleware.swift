import HTTPTypes
import Hummingbird

/// Keeps web pages from reaching a store on this machine by a name of their own that leads here (DNS rebinding).
///
/// Such a page sends its own name in `Host`, and the same in `Origin`. A store that only this machine can reach answers to
/// this machine's names.
struct HostMiddleware<Context: RequestContext>: RouterMiddleware {
    let isLoopback: Bool

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if isLoopback, let authority = request.head.authority, !Self.isThisMachine(authority) {
            throw RequestError(
                .forbidden,
                "foreignHost",
                "this store is not called \(authority.prefix(128)); ask 127.0.0.1 or localhost"
            )
        }
        return try await next(request, context)
    }

    /// Whether an authority, with or without port, names the loopback interface.
    static func isThisMachine(_ authority: String) -> Bool {
        guard let host = HostName(authority: authority) else { return false }
        return host.isLoopback
    }
}
