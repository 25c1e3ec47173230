public import AppStoreModels
public import AppStoreTrust

/// What came out of a validation: the receipt, as far as it could be read, and what became of every rule.
public struct ReceiptValidation: Sendable {
    /// One rule and what became of it.
    public typealias Check = RuleCheck<ReceiptRuleID, AppReceiptError>

    /// The receipt; nil if it could not be read.
    ///
    /// - Important: It is trustworthy only if ``isValid``. See ``validReceipt``.
    public let receipt: AppReceipt?
    /// Every rule in order, the signature first.
    ///
    /// No rule but that of the signature applies to a receipt that could not be read.
    public internal(set) var checks: [Check]
    /// Why the receipt could not be read; nil if it could.
    public let readingFailure: AppReceiptError?

    init(of receipt: AppReceipt, checks: [Check]) {
        (self.receipt, self.checks, readingFailure) = (receipt, checks, nil)
    }

    init(unreadable failure: AppReceiptError, checks: [Check]) {
        (receipt, self.checks, readingFailure) = (nil, checks, failure)
    }

    /// Every reason why the receipt is not valid, in the order of the rules. Empty if it is.
    public var failures: [AppReceiptError] { checks.compactMap(\.failure) + [readingFailure].compactMap(\.self) }

    /// Whether the receipt could be read and fulfils all rules.
    public var isValid: Bool {
        receipt != nil && readingFailure == nil && checks.allSatisfy { $0.failure == nil }
    }

    /// The receipt, if it fulfils all rules.
    public var validReceipt: Verified<AppReceipt>? { isValid ? receipt.map(Verified.init(byVerifier:)) : nil }

    /// What became of a rule, nil if the validator does not have it.
    public func outcome(of rule: ReceiptRuleID) -> RuleOutcome<AppReceiptError>? {
        checks.first { $0.rule == rule }?.outcome
    }
}
