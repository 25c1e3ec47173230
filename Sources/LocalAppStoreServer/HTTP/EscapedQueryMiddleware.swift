import Foundation
import HTTPTypes
import Hummingbird

/// Refuses what follows the question mark of an address if its percent-encoding is broken.
///
/// Taken as it stands, `?account=%ff` would be another way to write `?account=%25ff`.
struct EscapedQueryMiddleware<Context: RequestContext>: RouterMiddleware {
    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let query = request.uri.query, query.removingPercentEncoding == nil {
            throw RequestError(.badRequest, "invalid-query", "\"\(query.prefix(256))\" is no escaped UTF-8")
        }
        return try await next(request, context)
    }
}
