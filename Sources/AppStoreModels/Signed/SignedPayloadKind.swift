/// What a signed payload is about, recognised by its members: the App Store signs all kinds in the same way and names
/// none of them.
public struct SignedPayloadKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// A stable name such as `renewal-info`.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// ``TransactionPayload``.
    public static let transaction = Self(rawValue: "transaction")
    /// ``RenewalInfoPayload``.
    public static let renewalInfo = Self(rawValue: "renewal-info")
    /// ``AppTransactionPayload``.
    public static let appTransaction = Self(rawValue: "app-transaction")
    /// ``NotificationPayload``.
    public static let notification = Self(rawValue: "notification")
    /// The question which message a person shall see who is about to cancel (Retention Messaging API).
    public static let realtimeRequest = Self(rawValue: "realtime-request")

    /// The kind of a payload; nil if it has the members of none.
    public init?(recognizing payload: JSONObject) {
        func has(_ names: String...) -> Bool { names.allSatisfy { payload[$0] != nil } }
        if has("notificationType") || has("notificationUUID") {
            self = .notification
        } else if has("requestIdentifier", "userLocale") {
            self = .realtimeRequest
        } else if has("transactionId") {
            self = .transaction
        } else if has("autoRenewStatus") || has("autoRenewProductId") {
            self = .renewalInfo
        } else if has("receiptType") || has("receiptCreationDate") || has("deviceVerification") {
            self = .appTransaction
        } else {
            return nil
        }
    }

    public var description: String { rawValue }
}
