/// What came out of a validation: the receipt, as far as it could be read, and every rule it breaks.
public struct ReceiptValidation: Sendable {
    /// The receipt; nil if it could not be read.
    ///
    /// - Important: It is trustworthy only if ``isValid``. See ``validReceipt``.
    public let receipt: AppReceipt?
    /// Every rule that failed, in the order of the rules. Empty if the receipt is valid.
    public let failures: [AppReceiptError]

    /// Whether the receipt could be read and fulfils all rules.
    public var isValid: Bool { receipt != nil && failures.isEmpty }

    /// The receipt, if it fulfils all rules.
    public var validReceipt: AppReceipt? { isValid ? receipt : nil }
}
