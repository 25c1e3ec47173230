package import Hummingbird
package import Logging
import NIOHTTP1

/// Turns every error into an answer in the server's own words, so that nobody meets an empty or plain-text one.
///
/// What went wrong inside goes to the log, not to the caller. Somebody who went away is no error.
package struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    /// Words for an error; nil for one that nobody expected.
    package typealias Words = @Sendable (_ error: any Error, _ request: Request) -> Response?

    private let logger: Logger
    private let words: Words
    private let unexpected: @Sendable (Request) -> Response

    /// - Parameters:
    ///   - logger: Where errors go that nobody expected.
    ///   - words: Puts an error into words; nil for one that nobody expected.
    ///   - unexpected: The answer then.
    package init(logger: Logger, words: @escaping Words, unexpected: @escaping @Sendable (Request) -> Response) {
        self.logger = logger
        self.words = words
        self.unexpected = unexpected
    }

    @concurrent package func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // The server answers 400 and closes the connection.
            throw error
        } catch {
            if let answer = words(error, request) { return answer }
            if RequestEnd(error) == nil {
                logger.error("request failed", metadata: ["error": "\(error)", "path": "\(request.uri.path)"])
            }
            return unexpected(request)
        }
    }
}
