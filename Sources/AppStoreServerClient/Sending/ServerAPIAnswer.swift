import AppStoreModels
import Foundation

/// What one answer of the App Store Server API means.
enum ServerAPIAnswer {
    case success(HTTPTransportResponse)
    case failure(ServerAPIError, again: Again)

    /// When the same request may be sent again.
    enum Again {
        /// Never.
        case never
        /// Always: the server did nothing.
        case always
        /// Once: 5000000, which the App Store does not call retryable.
        case once
        /// If it can be repeated: nobody knows what the server did.
        case ifRepeatable
    }

    init(_ response: HTTPTransportResponse, now: Date) {
        switch response.status {
        case 200...299: self = .success(response)
        case 401: self = .failure(Self.unauthenticated(response), again: .never)
        default: self = Self.refusal(response, now)
        }
    }

    private static func refusal(_ response: HTTPTransportResponse, _ now: Date) -> ServerAPIAnswer {
        let object = (try? JSONValue(parsing: response.body))?.object
        let errorCode = object.flatMap(ServerAPIErrorCode.init(body:))
        guard let errorCode else { return unexpected(response, now) }
        let isLimited = errorCode == .rateLimitExceeded || response.status == 429
        var error = ServerAPIError(
            isLimited ? .rateLimited : errorCode.isRetryable ? .unavailable : .refused,
            errorCode.explanation(message: object?[string: "errorMessage"])
        )
        error.errorCode = errorCode
        error.message = object?[string: "errorMessage"].map { String($0.prefix(longestMessage)) }
        error.httpStatus = response.status
        error.retryAt = response.retryMoment(now: now)
        error.isRetryable = errorCode.isRetryable || isLimited || response.status >= 500
        if errorCode == .generalInternal { return .failure(error, again: .once) }
        let isAlways = errorCode.isRetryable || isLimited
        return .failure(error, again: isAlways ? .always : response.status >= 500 ? .ifRepeatable : .never)
    }

    /// An answer that is not the App Store's JSON: a page of a proxy, an empty body, a redirect.
    private static func unexpected(_ response: HTTPTransportResponse, _ now: Date) -> ServerAPIAnswer {
        let isLimited = response.status == 429
        let isTemporary = response.status >= 500 || response.status == 408 || isLimited
        let advice = isTemporary ? "try later" : "check the address of the server"
        var error = ServerAPIError(
            isLimited ? .rateLimited : isTemporary ? .unavailable : .unexpectedStatus,
            "HTTP \(response.status) without an error code; \(advice)"
        )
        error.message = text(response.body)
        error.httpStatus = response.status
        error.retryAt = response.retryMoment(now: now)
        error.isRetryable = isTemporary
        return .failure(error, again: isLimited ? .always : isTemporary ? .ifRepeatable : .never)
    }

    /// HTTP 401 has a body of plain text, with an identifier that Apple's support asks for.
    private static func unauthenticated(_ response: HTTPTransportResponse) -> ServerAPIError {
        let object = (try? JSONValue(parsing: response.body))?.object
        var error = ServerAPIError(
            .unauthenticated,
            "the server does not accept the token: it must be an In-App Purchase key (not one of the App Store Connect "
                + "API) with its own identifier and issuer, the app's bundle identifier, and a clock that is right; "
                + "production knows no app that was never released"
        )
        error.errorCode = object.flatMap(ServerAPIErrorCode.init(body:))
        error.message = object?[string: "errorMessage"] ?? text(response.body)
        error.httpStatus = response.status
        return error
    }

    private static let longestMessage = 500

    private static func text(_ body: Data) -> String? {
        let text = String(decoding: body.prefix(longestMessage), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }
}

extension ServerAPIErrorCode {
    /// The code in the body of an answer.
    fileprivate init?(body: JSONObject) {
        guard let number = body[integer: "errorCode"].flatMap(Int.init(exactly:)) else { return nil }
        self.init(rawValue: number)
    }

    /// A sentence for people: what it means and what to do.
    fileprivate func explanation(message: String?) -> String {
        if let meaning, let advice { return "\(meaning); \(advice)" }
        let words = "the App Store says: \((message ?? "nothing").prefix(200))"
        // No code of Apple's ends so: a local store says that it does not have the call.
        return rawValue == 4_040_000 ? words : words + "; this code is newer than this client"
    }
}
