/// Why there is no verified receipt.
// Sendable is safe: a decoded receipt is a tree of strings, numbers, arrays and dictionaries that nobody changes.
public enum ReceiptError: Swift.Error, @unchecked Sendable {
    /// There is no receipt on the device.
    case noReceiptData
    /// The server answered nothing.
    case noRemoteData
    /// The request could not be written.
    case requestBodyEncodeError(error: any Swift.Error)
    /// The network, or the store, failed; a cancelled call has a `CancellationError`.
    case networkError(error: any Swift.Error)
    /// The server answered something that is not JSON.
    case jsonDecodeError(string: String?)
    /// The receipt is not valid.
    case receiptInvalid(receipt: ReceiptInfo, status: ReceiptStatus)
}

/// The status of an answer of `verifyReceipt`.
public enum ReceiptStatus: Int, Sendable {
    /// A number that is none of these; it stands in the receipt's `status`.
    case unknown = -2
    /// No status at all.
    case none = -1
    /// The receipt is valid.
    case valid = 0
    /// The request could not be read.
    case jsonNotReadable = 21_000
    /// The receipt is damaged or missing.
    case malformedOrMissingData = 21_002
    /// The receipt's signature does not hold.
    case receiptCouldNotBeAuthenticated = 21_003
    /// The shared secret is not the app's.
    case secretNotMatching = 21_004
    /// The server cannot answer now.
    case receiptServerUnavailable = 21_005
    /// The receipt is valid, its subscription has expired.
    case subscriptionExpired = 21_006
    /// A sandbox receipt was sent to the production server.
    case testReceipt = 21_007
    /// A production receipt was sent to the sandbox server.
    case productionEnvironment = 21_008
}
