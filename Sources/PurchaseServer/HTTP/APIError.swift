import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird

/// An error that is an answer: `{"error":{"code":…,"message":…,"rule":…}}`.
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

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String, rule: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.rule = rule
    }

    init(_ rejection: Rejection) {
        self.init(
            HTTPResponse.Status(code: rejection.httpStatus),
            rejection.code,
            rejection.message,
            rule: rejection.rule
        )
        retryAfter = rejection.retryAfter
    }

    /// What stands in the member `error`.
    var json: JSONObject {
        var error: JSONObject = ["code": .string(code), "message": .string(message)]
        if let rule { error["rule"] = .string(rule) }
        return error
    }

    var response: Response {
        var response = JSONObject([("error", .object(json))]).response(status: status)
        if let retryAfter { response.headers[.retryAfter] = String(Int(retryAfter.rounded(.up))) }
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }

    func response(from request: Request, context: some RequestContext) throws -> Response { response }

    var description: String { "\(status.code) \(code): \(message)" }
}

extension JSONObject {
    /// This object as an answer.
    func response(status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSONValue.object(self).jsonData))
        )
    }
}
