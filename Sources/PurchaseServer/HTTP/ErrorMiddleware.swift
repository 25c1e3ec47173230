import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Turns every error into an answer with a stable code; what went wrong inside goes to the log, not to the caller.
struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as APIError {
            return error.response
        } catch let rejection as Rejection {
            return APIError(rejection).response
        } catch let error as PurchaseServerError {
            if error.code != .pendingUploadsOfCustomer {
                logger.error("request failed", metadata: ["code": "\(error.code)", "error": "\(error.reason)"])
            }
            return APIError(error).response
        } catch is NIOTooManyBytesError {
            return APIError(.contentTooLarge, "body-too-large", "the body is larger than this address accepts").response
        } catch let error as HTTPError where error.status == .notFound {
            return APIError(.notFound, "not-found", "there is nothing at this address").response
        } catch let error as HTTPError {
            return APIError(error.status, "request-refused", error.body ?? error.status.reasonPhrase).response
        } catch {
            logger.error("request failed", metadata: ["error": "\(error)"])
            var answer = APIError(.serviceUnavailable, "server-error", "the server could not store or read; try again")
            answer.retryAfter = 10
            return answer.response
        }
    }
}
