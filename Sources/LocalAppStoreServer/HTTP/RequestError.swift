import AppStoreModels
import HTTPServing
import HTTPTypes
import Hummingbird

/// A request that is not carried out; the store is as it was.
///
/// The body is `{"error":{"code":"…","message":"…"}}`. Codes are stable, messages are for people.
struct RequestError: HTTPResponseError {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    /// When to come back, in seconds.
    var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    var answer: JSONAnswer {
        JSONAnswer(["error": ["code": .string(code), "message": .string(message)]], status: status)
    }

    var response: Response {
        var response = answer.response()
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }

    func response(from request: Request, context: some RequestContext) throws -> Response { response }
}

extension RequestError {
    init(_ refusal: RequestRefusal) {
        self.init(refusal.status, refusal.code, refusal.message)
        retryAfter = refusal.retryAfter
    }

    /// What any error means to a caller; nil for one that nobody expected.
    static func answer(to error: any Error, _ request: Request) -> Response? {
        if ServerAPIError.speaksFor(request.uri.path) {
            var answer = ServerAPIError(error, of: request)?.answer.response()
            if let retryAfter = (error as? RequestRefusal)?.retryAfter {
                answer?.headers[.retryAfter] = String(retryAfter)
            }
            return answer
        }
        return switch error {
        case let error as RequestError: error.response
        case let refusal as RequestRefusal: RequestError(refusal).response
        case let error as HTTPError where error.status == .notFound: notFound(request.uri.path).response
        case let error as any HTTPResponseError:
            RequestError(error.status, "request-refused", error.status.reasonPhrase).response
        default: nil
        }
    }

    /// The answer to an error that nobody expected.
    static func unexpectedAnswer(_ request: Request) -> Response {
        ServerAPIError.speaksFor(request.uri.path)
            ? ServerAPIError.internalError.answer.response() : unexpected.response
    }

    static let unexpected = RequestError(.internalServerError, "server-error", "the request failed; the log says why")
}

extension RequestError {
    static func invalidBody(_ message: String) -> RequestError {
        RequestError(.badRequest, "invalid-body", message)
    }

    static func notFound(_ path: String) -> RequestError {
        RequestError(.notFound, "not-found", "there is nothing at \(path)")
    }
}
