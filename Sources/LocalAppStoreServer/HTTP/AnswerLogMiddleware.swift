import HTTPTypes
import Hummingbird
import Logging

/// Writes down what was asked and how it was answered: method, path, status. What stands behind the question mark,
/// headers and bodies may hold secrets and are not written down.
struct AnswerLogMiddleware<Context: RequestContext>: RouterMiddleware {
    let logger: Logger

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let answer = try await next(request, context)
        logger.info("\(request.method.rawValue) \(request.uri.path) \(answer.status.code)")
        return answer
    }
}
