import Hummingbird
import LocalAppStore

/// Answers errors as Apple's servers do.
struct ServerAPIErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            guard let answer = Self.answer(to: error) else { throw error }
            return answer
        }
    }

    /// - Returns: Nil if it is an error of which Apple's servers would not tell.
    static func answer(to error: any Error) -> Response? {
        switch error {
        case let error as ServerAPIError: error.answer.response()
        case let error as StoreError: ServerAPIError(error).answer.response()
        case let error as RequestError: ServerAPIError(error).answer.response()
        default: nil
        }
    }
}
