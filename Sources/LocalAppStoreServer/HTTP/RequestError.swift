import AppStoreModels
import HTTPTypes
import Hummingbird

/// A request that is not carried out; the store is as it was.
///
/// The body is `{"error":{"code":"…","message":"…"}}`. Codes are stable, messages are for people.
struct RequestError: HTTPResponseError {
    let status: HTTPResponse.Status
    let code: String
    let message: String

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    var answer: JSONAnswer {
        JSONAnswer(["error": ["code": .string(code), "message": .string(message)]], status: status)
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        answer.response()
    }
}

extension RequestError {
    static func bodyTooLong(limit: Int) -> RequestError {
        RequestError(.contentTooLarge, "bodyTooLong", "the body is longer than \(limit) bytes")
    }

    static func invalidBody(_ message: String) -> RequestError {
        RequestError(.badRequest, "invalidBody", message)
    }

    static func notFound(_ path: String) -> RequestError {
        RequestError(.notFound, "notFound", "there is nothing at \(path)")
    }
}
