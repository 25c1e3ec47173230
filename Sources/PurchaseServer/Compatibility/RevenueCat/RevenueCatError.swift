import AppStoreModels
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird

/// An error as RevenueCat's interface has it: `{"code":7225,"message":…}`.
struct RevenueCatError: Error, CustomStringConvertible {
    /// The numbers by which clients of that interface decide.
    enum Code: Int {
        case invalidPlatform = 7000
        case storeProblem = 7101
        case cannotTransferPurchase = 7102
        case invalidReceipt = 7103
        case badSharedSecret = 7104
        case internalError = 7110
        case emptyAppUserID = 7220
        case badAuthToken = 7224
        case badAPIKey = 7225
        case badRequest = 7226
        case badSubscriptionKey = 7234
        case aliasFailed = 7255
        case badAppUserID = 7256
        case subscriptionNotFound = 7259
        case attributesRefused = 7263
        case requestInProgress = 7638
        case productNotInReceipt = 7712
    }

    let status: HTTPResponse.Status
    let code: Code
    /// For people.
    let message: String
    /// What is wrong with which attribute.
    var attributes: [(key: String, message: String)] = []
    /// When to come back, in seconds.
    var retryAfter: TimeInterval?

    init(_ status: HTTPResponse.Status, _ code: Code, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    var json: JSONObject {
        var json: JSONObject = ["code": .number(JSONNumber(code.rawValue)), "message": .string(message)]
        if !attributes.isEmpty {
            json["attribute_errors"] = .array(
                attributes.map { ["key_name": .string($0.key), "message": .string($0.message)] }
            )
        }
        return json
    }

    var response: Response {
        var response = json.response(status: status)
        if let retryAfter { response.headers[.retryAfter] = String(Int(retryAfter.rounded(.up))) }
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        // Their clients send a request again only where this says so.
        let isRetryable = status == .tooManyRequests || status.kind == .serverError
        response.headers[.isRetryable] = isRetryable ? "true" : "false"
        return response
    }

    var description: String { "\(status.code) \(code.rawValue): \(message)" }

    static func badRequest(_ message: String) -> Self { Self(.badRequest, .badRequest, message) }

    /// A call of that interface which has no meaning here.
    static let notAnswered = Self(
        .notFound,
        .badRequest,
        "this server does not answer this call; its article SwitchingFromRevenueCat lists those that it answers"
    )
}

extension HTTPField.Name {
    /// `is-retryable`.
    static var isRetryable: Self { Self("is-retryable") ?? .trailer }
    /// `X-RevenueCat-ETag`, in requests and answers.
    static var revenueCatETag: Self { Self("X-RevenueCat-ETag") ?? .trailer }
    /// `X-RevenueCat-Request-Time`: when a request was answered, in milliseconds since 1970.
    static var revenueCatRequestTime: Self { Self("X-RevenueCat-Request-Time") ?? .trailer }
    /// `X-Platform`: what the app runs on.
    static var platform: Self { Self("X-Platform") ?? .trailer }
}
