public import AppStoreModels

/// Why a receipt was not verified.
public struct VerifyReceiptError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; more may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Status 21002, in every attempt: not a receipt, or a long outage.
        public static let malformedReceipt = Self(rawValue: "malformed-receipt")
        /// Status 21003: the signature is not the App Store's.
        public static let notAuthenticated = Self(rawValue: "not-authenticated")
        /// Status 21004: our shared secret is wrong or missing.
        public static let sharedSecretMismatch = Self(rawValue: "shared-secret-mismatch")
        /// Status 21010: the account was deleted.
        public static let accountNotFound = Self(rawValue: "account-not-found")
        /// Each server sent the receipt to the other one.
        public static let environmentUndecided = Self(rawValue: "environment-undecided")
        /// No connection, HTTP 5xx, a page of HTML, or a status that asks to try again.
        public static let unavailable = Self(rawValue: "unavailable")
        /// The server does not want this request: HTTP 4xx or status 21000.
        public static let requestRefused = Self(rawValue: "request-refused")
        /// The answer is longer than the limit.
        public static let responseTooLong = Self(rawValue: "response-too-long")
        /// A status that is not documented.
        public static let unknownStatus = Self(rawValue: "unknown-status")
        /// The task was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")

        public var description: String { rawValue }
    }

    /// What went wrong.
    public let code: Code
    /// What was seen, and what to do.
    public let reason: String
    /// The status in the answer, if there was one.
    public let status: ReceiptStatusCode?
    /// The server that answered last.
    public let environment: AppStoreEnvironment
    /// How many requests were sent in all.
    public let attempts: Int
    /// Whether the same receipt may be verified later.
    public let isRetryable: Bool

    public var description: String {
        let status = status.map { " (status \($0))" } ?? ""
        return "\(code)\(status) from \(environment) after \(attempts) request(s): \(reason)"
    }
}

extension VerifyReceiptError: Equatable {
    /// Errors are equal if their codes are.
    public static func == (left: VerifyReceiptError, right: VerifyReceiptError) -> Bool { left.code == right.code }
}
