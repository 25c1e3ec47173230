/// The member `status` of an answer of `verifyReceipt`.
public struct ReceiptStatusCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The receipt is valid.
    public static let valid = Self(rawValue: 0)
    /// The request was not HTTP POST.
    public static let notPOST = Self(rawValue: 21000)
    /// `receipt-data` is malformed or missing, or the server had a temporary problem.
    public static let malformedOrMissingData = Self(rawValue: 21002)
    /// The receipt's signature could not be verified.
    public static let notAuthenticated = Self(rawValue: 21003)
    /// The shared secret is not the one on file.
    public static let sharedSecretMismatch = Self(rawValue: 21004)
    /// The receipt server is temporarily unable to answer.
    public static let serverUnavailable = Self(rawValue: 21005)
    /// Valid, but the subscription has expired; iOS 6 style receipts only.
    public static let subscriptionExpired = Self(rawValue: 21006)
    /// A sandbox receipt was sent to production.
    public static let sandboxReceipt = Self(rawValue: 21007)
    /// A production receipt was sent to the sandbox.
    public static let productionReceipt = Self(rawValue: 21008)
    /// Internal data access error; try again later.
    public static let internalDataAccess = Self(rawValue: 21009)
    /// The account is not found or was deleted.
    public static let accountNotFound = Self(rawValue: 21010)

    public var description: String { String(rawValue) }
}

extension ReceiptStatusCode {
    /// Whether the same request may succeed later.
    ///
    /// - Parameter flag: The answer's `is_retryable`, which decides for 21100 to 21199.
    public func isRetryable(flag: Bool?) -> Bool {
        switch rawValue {
        case 21002, 21005, 21009: true
        case 21100...21199: flag ?? true
        default: false
        }
    }
}
