import AppStoreModels
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging

/// An error that is an answer: problem details (RFC 9457) with a stable `code`, and the same once more in the member `error`,
/// `{"code":…,"message":…,"rule":…}`, which is where callers of old look.
struct APIError: Error, HTTPResponseError, CustomStringConvertible {
    let status: HTTPResponse.Status
    /// Stable; programs decide by it.
    let code: String
    /// For people.
    let message: String
    /// The rule of the receipt or of the signature that failed, if one did; stable too.
    var rule: String?
    /// When to come back, in seconds.
    var retryAfter: TimeInterval?
    /// What may be asked there instead, as `Allow` lists it.
    private var allowedMethods: String?

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String, rule: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.rule = rule
    }

    /// There is something at the address, for other methods.
    init(methodsAllowed methods: [HTTPRequest.Method]) {
        let names = methods.map(\.rawValue).joined(separator: ", ")
        self.init(.methodNotAllowed, "method-not-allowed", "this address takes \(names)")
        allowedMethods = names
    }

    init(_ rejection: Rejection) {
        self.init(
            Self.status(rejection.httpStatus),
            rejection.code,
            rejection.message,
            rule: rejection.rule
        )
        retryAfter = rejection.retryAfter
    }

    /// A status with its usual phrase, which the title of the problem is.
    private static func status(_ code: Int) -> HTTPResponse.Status {
        switch code {
        case 400: .badRequest
        case 401: .unauthorized
        case 409: .conflict
        case 413: .contentTooLarge
        case 422: .unprocessableContent
        case 503: .serviceUnavailable
        default: HTTPResponse.Status(code: code)
        }
    }

    /// What stands in the member `error`.
    var json: JSONObject {
        var error: JSONObject = ["code": .string(code), "message": .string(message)]
        if let rule { error["rule"] = .string(rule) }
        return error
    }

    var response: Response {
        var problem: JSONObject = [
            "type": "about:blank", "title": .string(status.reasonPhrase), "detail": .string(message),
            "code": .string(code), "error": .object(json),
        ]
        problem[integer: "status"] = Int64(status.code)
        var response = problem.response(status: status)
        response.headers[.contentType] = "application/problem+json; charset=utf-8"
        response.headers[.allow] = allowedMethods
        if let retryAfter { response.headers[.retryAfter] = String(Int(retryAfter.rounded(.up))) }
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    func response(from request: Request, context: some RequestContext) throws -> Response { response }

    var description: String { "\(status.code) \(code): \(message)" }
}

extension APIError {
    init(_ refusal: RequestRefusal) {
        self.init(refusal.status, refusal.code, refusal.message)
        retryAfter = refusal.retryAfter.map(TimeInterval.init)
    }

    /// `answer(to:_:)`, with what is wrong with the storage in the log.
    static func words(logger: Logger) -> ErrorMiddleware<APIContext>.Words {
        { error, request in
            if let error = error as? PurchaseServerError, !isRefusal(error.code) {
                logger.error("request failed", metadata: ["code": "\(error.code)", "error": "\(error.reason)"])
            }
            return answer(to: error, request)
        }
    }

    /// Whether the caller, not the storage, is in the wrong.
    private static func isRefusal(_ code: PurchaseServerError.Code) -> Bool {
        [.pendingUploadsOfCustomer, .keyRefused, .unknownKey, .tooManyKeys, .tooManyEndpoints].contains(code)
    }

    /// What any error means to a caller; nil for one that nobody expected.
    private static func answer(to error: any Error, _ request: Request) -> Response? {
        switch error {
        case let error as APIError: error.response
        case let rejection as Rejection: APIError(rejection).response
        case let error as PurchaseServerError: APIError(error).response
        case let refusal as RequestRefusal: APIError(refusal).response
        case let error as HTTPError where error.status == .notFound:
            APIError(.notFound, "not-found", "there is nothing at this address").response
        case let error as HTTPError:
            APIError(error.status, "request-refused", error.body ?? error.status.reasonPhrase).response
        default: nil
        }
    }

    /// For what went wrong inside; the log says what.
    static var unexpected: APIError {
        var error = APIError(.serviceUnavailable, "server-error", "the server could not store or read; try again")
        error.retryAfter = 10
        return error
    }
}

extension JSONObject {
    /// This object as an answer.
    func response(status: HTTPResponse.Status = .ok) -> Response {
        Response(json: ByteBuffer(bytes: JSONValue.object(self).jsonData), status: status)
    }
}

extension Response {
    /// JSON that is written already.
    init(json: ByteBuffer, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: json)
        )
    }
}
