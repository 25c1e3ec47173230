import AppStoreTrust

/// The input is not a receipt at all, or not in a form that can be read.
extension AppReceiptError.Code {
    /// No bytes: the app was never bought here, or the file is missing.
    public static let empty = Self(rawValue: "empty")
    /// More bytes than the limit allows.
    public static let oversized = Self(rawValue: "oversized")
    /// The bytes end before the receipt does.
    public static let truncated = Self(trust: .truncated)
    /// Neither DER, nor Base64 or PEM of it.
    public static let notAReceipt = Self(rawValue: "not-a-receipt")
    /// Nearly Base64: a character or the length is wrong.
    public static let base64Damaged = Self(rawValue: "base64-damaged")
    /// A web page, for example an error page of a proxy.
    public static let html = Self(rawValue: "html")
    /// A JSON text.
    public static let json = Self(rawValue: "json")
    /// A signed transaction, renewal information or notification.
    public static let jws = Self(rawValue: "jws")
    /// A transaction receipt as iOS 6 made them.
    public static let transactionReceipt = Self(rawValue: "ios6-transaction-receipt")
    /// A receipt of App Attest: same format, other purpose.
    public static let appAttest = Self(rawValue: "app-attest-receipt")
    /// The structure is broken.
    public static let malformed = Self(trust: .malformed)
    /// Bytes follow after the receipt.
    public static let trailingBytes = Self(trust: .trailingBytes)
    /// A limit on depth or count is exceeded.
    public static let tooLarge = Self(trust: .tooLarge)
    /// An attribute that every receipt has is missing.
    public static let attributeMissing = Self(rawValue: "attribute-missing")
    /// An attribute has a value of the wrong kind.
    public static let attributeMalformed = Self(rawValue: "attribute-malformed")
    /// An attribute that may occur once occurs again.
    public static let attributeDuplicate = Self(rawValue: "attribute-duplicate")
}

/// The receipt can be read, but is not valid.
extension AppReceiptError.Code {
    /// The signature does not match the content.
    public static let signatureInvalid = Self(trust: .signatureInvalid)
    /// The chain does not end at an anchor of the policy.
    public static let anchorUntrusted = Self(trust: .anchorUntrusted)
    /// The authority has withdrawn a certificate of the chain.
    public static let certificateRevoked = Self(trust: .certificateRevoked)
    /// Nobody could say whether a certificate was withdrawn, and the caller insists on an answer.
    public static let revocationUnknown = Self(trust: .revocationUnknown)
    /// A receipt of another app.
    public static let bundleID = Self(rawValue: "bundle-id-mismatch")
    /// A receipt of another version of the app.
    public static let appVersion = Self(rawValue: "app-version-mismatch")
    /// A receipt of another device.
    public static let deviceHash = Self(rawValue: "device-hash-mismatch")
    /// The receipt itself has expired.
    public static let expired = Self(rawValue: "receipt-expired")
    /// An environment the caller does not accept.
    public static let environment = Self(rawValue: "environment-not-accepted")
    /// The receipt was made later than now.
    public static let creationDate = Self(rawValue: "creation-date-in-future")
}

/// The caller gave something unusable.
extension AppReceiptError.Code {
    /// A device identifier that is empty, short or all zero.
    public static let deviceIdentifier = Self(rawValue: "device-identifier-unusable")
    /// This device tells no identifier, or not yet.
    public static let deviceIdentifierUnavailable = Self(rawValue: "device-identifier-unavailable")
}

extension AppReceiptError.Code {
    init(trust code: TrustError.Code) { self.init(rawValue: code.rawValue) }
}
