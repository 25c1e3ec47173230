import HTTPTypes
import Hummingbird

extension HTTPField.Name {
    /// `X-Request-Id`.
    static let requestID = Self("X-Request-Id") ?? .trailer
    /// `Idempotency-Key`.
    static let idempotencyKey = Self("Idempotency-Key") ?? .trailer
}

/// Names the request: as the caller does in `X-Request-Id`, or anew. The name is in the answer and in the log.
struct RequestIDMiddleware: RouterMiddleware {
    typealias Context = APIContext

    func handle(
        _ request: Request,
        context: APIContext,
        next: @concurrent (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        let identifier = RequestID.of(request.headers.value(of: .requestID))
        return try await RequestID.$current.withValue(identifier) {
            var response = try await next(request, context)
            response.headers[.requestID] = identifier.value
            return response
        }
    }
}
