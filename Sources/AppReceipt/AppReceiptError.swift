public import AppStoreTrust

/// Why a receipt cannot be used: the rule that failed, what it expected and what was found.
public struct AppReceiptError: Error, Sendable, CustomStringConvertible {
    /// The rule that failed. The raw values are stable and fit for answers and logs; new rules may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// A short stable name such as `signature-invalid`.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }
    }

    /// The rule that failed.
    public let code: Code
    /// What is wrong and, where it helps, what to do; one sentence for people.
    public let reason: String
    /// What the rule asks for, if it can be said in a few words.
    public let expected: String?
    /// What was found instead.
    public let found: String?

    /// An error of this rule.
    public init(_ code: Code, _ reason: String, expected: String? = nil, found: String? = nil) {
        self.code = code
        self.reason = reason
        self.expected = expected
        self.found = found
    }

    /// An error of the trust rules, with the same code.
    public init(_ error: TrustError) {
        self.init(Code(rawValue: error.code.rawValue), error.reason)
    }

    public var description: String {
        let comparison = [expected.map { "expected \($0)" }, found.map { "found \($0)" }].compactMap(\.self)
        let details = comparison.isEmpty ? "" : " (\(comparison.joined(separator: ", ")))"
        return "\(code.rawValue): \(reason)\(details)"
    }
}

/// Two errors are equal when the same rule failed; the wording does not count.
extension AppReceiptError: Equatable {
    public static func == (left: AppReceiptError, right: AppReceiptError) -> Bool { left.code == right.code }
}
