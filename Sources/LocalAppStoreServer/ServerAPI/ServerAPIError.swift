import AppStoreModels
import HTTPServing
import HTTPTypes
import Hummingbird
import LocalAppStore

/// A refusal of the App Store Server API: `{"errorCode":4040010,"errorMessage":"…"}`. The HTTP status is the code's first
/// three digits. Clients of Apple read the code only if the content type is exactly `application/json`.
struct ServerAPIError: HTTPResponseError, Equatable {
    let code: Int
    let message: String

    init(_ code: Int, _ message: String) {
        self.code = code
        self.message = message
    }

    var status: HTTPResponse.Status {
        let status = code / 10_000
        // There are no others of errors; a number that HTTP does not know would end the process.
        return HTTPResponse.Status(code: (400...599).contains(status) ? status : 500)
    }

    var answer: JSONAnswer {
        JSONAnswer(["errorCode": .number(JSONNumber(code)), "errorMessage": .string(message)], status: status)
    }

    func response(from request: Request, context: some RequestContext) throws -> Response { answer.response() }
}

extension ServerAPIError {
    static let invalidTransactionID = Self(4_000_006, "Invalid transaction id.")
    static let transactionNotFound = Self(4_040_010, "Transaction id not found.")
    static let invalidRevision = Self(4_000_005, "Invalid request revision.")
    static let invalidStartDate = Self(4_000_015, "Invalid start date.")
    static let invalidEndDate = Self(4_000_016, "Invalid end date.")
    static let startAfterEnd = Self(4_000_013, "The start date is not before the end date.")
    static let invalidRequestIdentifier = Self(4_000_011, "Invalid request identifier.")
    static let appTransactionNotSupported = Self(
        4_000_048,
        "Invalid request. App transaction IDs aren't supported by this endpoint."
    )
    static let notOriginal = Self(
        4_000_187,
        "Invalid request. The transaction ID provided is not an original transaction ID."
    )
    static let originalTransactionNotFound = Self(4_040_005, "Original transaction id not found.")
    static let internalError = Self(5_000_000, "An unknown error occurred.")

    static func badRequest(_ message: String) -> Self { Self(4_000_000, message) }

    /// A call that Apple's servers may have, and this store has not. Apple has no code for that; none of its own begins so.
    static func notEmulated(_ method: HTTPRequest.Method, _ path: String) -> Self {
        Self(4_040_000, "The local App Store does not emulate \(method.rawValue) \(path.prefix(200)).")
    }

    /// Whether a path is one of the App Store Server APIs, in any environment.
    static func speaksFor(_ path: String) -> Bool {
        var parts = path.split(separator: "/")[...]
        if parts.first == "production" || parts.first == "sandbox" { parts = parts.dropFirst() }
        return isOfAPI(parts.first)
    }

    /// Whether paths of one of the App Store Server APIs begin so.
    static func isOfAPI(_ part: Substring?) -> Bool {
        ["inApps", "advancedCommerce", "externalPurchase", "groups"].contains(part)
    }

    /// What a refusal of ours means to a caller: Apple's clients read nothing but numbers of seven digits.
    ///
    /// For who may not ask at all Apple has no number; none of its own ends so. What may be asked again says so, as it would
    /// elsewhere: 5000001.
    init(_ error: RequestError) {
        switch error.status {
        case .forbidden: self.init(4_030_000, error.message)
        case .requestTimeout: self.init(5_000_001, error.message)
        case let status where status.code >= 500: self.init(5_000_001, error.message)
        default: self = .badRequest(error.message)
        }
    }

    /// What any error means to a caller; nil for one that nobody expected.
    init?(_ error: any Error, of request: Request) {
        switch error {
        case let error as ServerAPIError: self = error
        case let error as RequestError: self.init(error)
        case let refusal as RequestRefusal: self.init(RequestError(refusal))
        case let error as HTTPError where error.status == .notFound:
            self = .notEmulated(request.method, request.uri.path)
        case let error as any HTTPResponseError: self = .badRequest(error.status.reasonPhrase)
        default: return nil
        }
    }

    /// What an error of the store means to a caller.
    init(_ error: StoreError) {
        switch error.code {
        case .unknownTransaction, .unknownSubscription, .unknownAccount: self = .transactionNotFound
        case .journalFailed, .signingFailed: self = .internalError
        default: self = .badRequest(error.reason)
        }
    }
}
