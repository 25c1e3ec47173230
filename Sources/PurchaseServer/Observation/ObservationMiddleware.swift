import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Writes down and counts how each request was answered, by its route: who it is about does not get into log or metrics.
struct ObservationMiddleware: RouterMiddleware {
    typealias Context = APIContext

    let metrics: ServerMetrics
    let uptime: @Sendable () -> TimeInterval
    let logger: Logger

    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        let begin = uptime()
        let observed = ObservedRequest(callerID: context.caller?.id)
        var context = context
        context.observed = observed
        let response = try await next(request, context)
        let seconds = max(uptime() - begin, 0)
        let route = context.endpointPath ?? "none"
        // A method that somebody made up must not become a series of its own.
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "other"
        metrics.request(method: method, route: route, status: response.status.code, seconds: seconds)
        logger.debug(
            "answered",
            metadata: [
                "method": "\(method)", "route": "\(route)", "status": "\(response.status.code)",
                "milliseconds": "\(Int((seconds * 1_000).rounded()))", "key": "\(observed.callerID ?? "none")",
            ]
        )
        return response
    }
}
