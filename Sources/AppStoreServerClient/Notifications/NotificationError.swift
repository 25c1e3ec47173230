public import AppStoreTrust

/// Why a notification, or a signed part of it, is not accepted.
public struct NotificationError: Error, Sendable, CustomStringConvertible {
    /// The rule that failed; more may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Signature, certificates or form of a signed part; ``NotificationError/trust`` has the rule.
        public static let untrusted = Self(rawValue: "untrusted")
        /// The signed bytes are not a JSON object.
        public static let malformedPayload = Self(rawValue: "malformed-payload")
        /// A member that every notification has is missing.
        public static let missingMember = Self(rawValue: "missing-member")
        /// Another app's.
        public static let wrongApp = Self(rawValue: "wrong-app")
        /// An App Store that is not accepted here, or parts from different ones.
        public static let wrongEnvironment = Self(rawValue: "wrong-environment")
        /// Renewal information of another subscription than the transaction's.
        public static let unboundRenewalInfo = Self(rawValue: "unbound-renewal-info")

        public var description: String { rawValue }
    }

    /// The rule that failed.
    public let code: Code
    /// What was expected and what was seen.
    public let reason: String
    /// Why a signed part is not trusted, with code ``Code/untrusted``.
    public let trust: TrustError?

    init(_ code: Code, _ reason: String, trust: TrustError? = nil) {
        self.code = code
        self.reason = reason
        self.trust = trust
    }

    public var description: String { "\(code): \(reason)" }
}

extension NotificationError: Equatable {
    /// Errors are equal if their codes are.
    public static func == (left: NotificationError, right: NotificationError) -> Bool { left.code == right.code }
}
