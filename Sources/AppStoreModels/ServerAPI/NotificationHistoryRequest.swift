public import Foundation

/// The body of Get Notification History.
///
/// Type and transaction exclude each other (4000019), and a subtype needs its type.
public struct NotificationHistoryRequest: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The first moment; at most 180 days ago in production, 30 in the sandbox.
    public var startDate: Date? {
        get { json[milliseconds: "startDate"] }
        set { json[milliseconds: "startDate"] = newValue }
    }

    /// The moment before which, later than the start.
    public var endDate: Date? {
        get { json[milliseconds: "endDate"] }
        set { json[milliseconds: "endDate"] = newValue }
    }

    /// Only of this type.
    public var notificationType: NotificationType? {
        get { json[string: "notificationType"].map(NotificationType.init(rawValue:)) }
        set { json[string: "notificationType"] = newValue?.rawValue }
    }

    /// Only of this subtype.
    public var notificationSubtype: NotificationSubtype? {
        get { json[string: "notificationSubtype"].map(NotificationSubtype.init(rawValue:)) }
        set { json[string: "notificationSubtype"] = newValue?.rawValue }
    }

    /// Only of the customer of this transaction.
    public var transactionID: String? {
        get { json[string: "transactionId"] }
        set { json[string: "transactionId"] = newValue }
    }

    /// Only what was never delivered, or waits for another attempt.
    public var onlyFailures: Bool? {
        get { json[boolean: "onlyFailures"] }
        set { json[boolean: "onlyFailures"] = newValue }
    }
}

/// One attempt of the App Store to deliver a notification.
public struct NotificationSendAttempt: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// When.
    public var attemptDate: Date? {
        get { json[milliseconds: "attemptDate"] }
        set { json[milliseconds: "attemptDate"] = newValue }
    }

    /// What came of it.
    public var result: NotificationSendAttemptResult? {
        get { json[string: "sendAttemptResult"].map(NotificationSendAttemptResult.init(rawValue:)) }
        set { json[string: "sendAttemptResult"] = newValue?.rawValue }
    }
}

/// What came of an attempt to deliver a notification.
public struct NotificationSendAttemptResult: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server answered with a status of 200 to 206.
    public static let success = Self(rawValue: "SUCCESS")
    /// The server did not answer in time.
    public static let timedOut = Self(rawValue: "TIMED_OUT")
    /// No secure connection.
    public static let tlsIssue = Self(rawValue: "TLS_ISSUE")
    /// The server sent the App Store in circles.
    public static let circularRedirect = Self(rawValue: "CIRCULAR_REDIRECT")
    /// Nothing came back.
    public static let noResponse = Self(rawValue: "NO_RESPONSE")
    /// The connection broke.
    public static let socketIssue = Self(rawValue: "SOCKET_ISSUE")
    /// The answer has an unknown character set.
    public static let unsupportedCharset = Self(rawValue: "UNSUPPORTED_CHARSET")
    /// The answer was not HTTP.
    public static let invalidResponse = Self(rawValue: "INVALID_RESPONSE")
    /// The server hung up in the middle.
    public static let prematureClose = Self(rawValue: "PREMATURE_CLOSE")
    /// The server answered with another status.
    public static let unsuccessfulHTTPResponseCode = Self(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
    /// Something else.
    public static let other = Self(rawValue: "OTHER")

    public var description: String { rawValue }
}
