import HTTPTypes
import Hummingbird
import Logging

/// Turns whatever goes wrong into JSON, so that scripts never meet an empty or plain-text answer.
struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as RequestError {
            return error.answer.response()
        } catch let error as HTTPError where error.status == .notFound {
            return RequestError.notFound(request.uri.path).answer.response()
        } catch let error as any HTTPResponseError {
            return RequestError(error.status, "refused", error.status.reasonPhrase).answer.response()
        } catch {
            context.logger.error("request failed", metadata: ["error": "\(error)", "path": "\(request.uri.path)"])
            return RequestError(.internalServerError, "internal", "the request failed; the log says why").answer
                .response()
        }
    }
}
