public import AppStoreModels
public import Foundation

/// Why a call of the App Store Server API, or something to sign for the App Store, did not succeed.
public struct ServerAPIError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; more may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The App Store refused the request and said why: see ``ServerAPIError/errorCode``.
        public static let refused = Self(rawValue: "refused")
        /// HTTP 401: wrong key, wrong issuer, wrong clock, or an app that was never released in this environment.
        public static let unauthenticated = Self(rawValue: "unauthenticated")
        /// An HTTP status that stands for no code, with a body that is not the App Store's.
        public static let unexpectedStatus = Self(rawValue: "unexpected-status")
        /// No connection, HTTP 5xx, or a code that asks to try again, in every attempt.
        public static let unavailable = Self(rawValue: "unavailable")
        /// More calls than are allowed; ``ServerAPIError/retryAt`` says when to come back.
        public static let rateLimited = Self(rawValue: "rate-limited")
        /// The total deadline passed.
        public static let timedOut = Self(rawValue: "timed-out")
        /// The answer is not what the call is answered with.
        public static let malformedAnswer = Self(rawValue: "malformed-answer")
        /// Something in the answer is not signed by the App Store, or is about another app.
        public static let notVerified = Self(rawValue: "not-verified")
        /// The answer is longer than the limit.
        public static let responseTooLong = Self(rawValue: "response-too-long")
        /// The request breaks a documented rule and was not sent.
        public static let invalidRequest = Self(rawValue: "invalid-request")
        /// The file of a key cannot be used.
        public static let invalidKey = Self(rawValue: "invalid-key")
        /// The key could not sign.
        public static let signing = Self(rawValue: "signing")
        /// The pages of a list do not end.
        public static let endlessPages = Self(rawValue: "endless-pages")
        /// The task was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")

        public var description: String { rawValue }
    }

    /// What went wrong.
    public let code: Code
    /// What was seen, and what to do.
    public internal(set) var reason: String
    /// The App Store's code, if it sent one.
    public internal(set) var errorCode: ServerAPIErrorCode?
    /// The App Store's words: `errorMessage`, or the beginning of a body that is not JSON.
    public internal(set) var message: String?
    /// The status of the last answer.
    public internal(set) var httpStatus: Int?
    /// The call.
    public internal(set) var endpoint: ServerAPIEndpoint?
    /// The server that answered last.
    public internal(set) var environment: AppStoreEnvironment?
    /// How many requests were sent in all.
    public internal(set) var attempts = 0
    /// When the App Store wants to be asked again.
    public internal(set) var retryAt: Date?
    /// Whether the same call may succeed later.
    public internal(set) var isRetryable = false

    /// An error.
    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String {
        let call = endpoint.map { " (\($0.name)\(environment.map { ", \($0)" } ?? ""))" } ?? ""
        let number = errorCode.map { " \($0)" } ?? ""
        return "\(code)\(number)\(call): \(reason)"
    }
}

extension ServerAPIError: Equatable {
    /// Errors are equal if their codes are, the App Store's too.
    public static func == (left: ServerAPIError, right: ServerAPIError) -> Bool {
        left.code == right.code && left.errorCode == right.errorCode
    }
}

extension ServerAPIError {
    static func invalidRequest(_ reason: String) -> Self { Self(.invalidRequest, reason) }
    static func malformedAnswer(_ reason: String) -> Self { Self(.malformedAnswer, reason) }
}
