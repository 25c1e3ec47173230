import HTTPTypes
import Hummingbird

/// Lets only callers through who show the API key.
struct BearerMiddleware<Context: RequestContext>: RouterMiddleware {
    let key: APIKey?

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let key else { return try await next(request, context) }
        let header = request.headers[.authorization] ?? ""
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", key.matches(String(parts[1])) else {
            throw APIError(.unauthorized, "unauthorized", "send the API key as Authorization: Bearer …")
        }
        return try await next(request, context)
    }
}
