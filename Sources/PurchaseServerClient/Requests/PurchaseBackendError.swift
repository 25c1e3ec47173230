public import Foundation

/// Why the purchase server, or what it said, could not be used, and what to do.
public struct PurchaseBackendError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; more may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// No connection, or an answer that is not HTTP.
        public static let notReachable = Self(rawValue: "not-reachable")
        /// Nothing can be sent to the server's address.
        public static let invalidAddress = Self(rawValue: "invalid-address")
        /// The deadline passed before there was an answer.
        public static let timedOut = Self(rawValue: "timed-out")
        /// The server wants fewer requests; see ``PurchaseBackendError/retryAfter``.
        public static let rateLimited = Self(rawValue: "rate-limited")
        /// The server cannot answer at the moment.
        public static let unavailable = Self(rawValue: "unavailable")
        /// The server refused and said why: see ``PurchaseBackendError/serverCode``. The same again is refused again.
        public static let refused = Self(rawValue: "refused")
        /// The answer is not what the call is answered with; perhaps a proxy's.
        public static let malformedAnswer = Self(rawValue: "malformed-answer")
        /// The answer is longer than ``RequestLimits/maximumResponseLength``.
        public static let responseTooLong = Self(rawValue: "response-too-long")
        /// The signature of a statement does not hold: somebody changed it.
        public static let signatureInvalid = Self(rawValue: "signature-invalid")
        /// A statement is signed by a key that the app does not believe, or no longer.
        public static let unpinnedKey = Self(rawValue: "unpinned-key")
        /// A statement answers another request than this one: somebody sends an old one.
        public static let wrongNonce = Self(rawValue: "wrong-nonce")
        /// A statement is about another app.
        public static let wrongApp = Self(rawValue: "wrong-app")
        /// A statement is about another customer.
        public static let wrongCustomer = Self(rawValue: "wrong-customer")
        /// A statement says of itself that it counts no more.
        public static let statementExpired = Self(rawValue: "statement-expired")
        /// There is no receipt on the device.
        public static let noReceipt = Self(rawValue: "no-receipt")
        /// The receipt on the device does not have the purchase yet; it is delivered again later.
        public static let transactionNotInReceipt = Self(rawValue: "transaction-not-in-receipt")
        /// Somebody logged in or out while the request was under way; its answer is about somebody else now.
        public static let customerChanged = Self(rawValue: "customer-changed")
        /// A name that no customer can have.
        public static let invalidCustomer = Self(rawValue: "invalid-customer")
        /// Who uses the app could not be read from the device's storage, or not be kept in it; nothing was changed.
        public static let storageFailed = Self(rawValue: "storage-failed")
        /// The device's own purchases could not be read; the answer is made without them.
        public static let deviceFailed = Self(rawValue: "device-failed")
        /// The task was cancelled.
        public static let cancelled = Self(rawValue: "cancelled")

        public var description: String { rawValue }
    }

    /// What went wrong.
    public let code: Code
    /// What was seen, and what to do. It holds no secret and no receipt.
    public let reason: String
    /// The server's own code, such as `customer-token-missing`.
    public internal(set) var serverCode: String?
    /// The status of the last answer.
    public internal(set) var httpStatus: Int?
    /// When to come back, in seconds, if the server said so.
    public internal(set) var retryAfter: TimeInterval?

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Whether the same call may succeed later by itself.
    public var isRetryable: Bool {
        [.notReachable, .timedOut, .rateLimited, .unavailable, .malformedAnswer, .transactionNotInReceipt, .noReceipt]
            .contains(code)
    }

    public var description: String { "\(code): \(reason)" }
}

extension PurchaseBackendError: Equatable {
    /// Errors are equal if their codes are.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
