/// How an attempt to deliver a notification ended, in the words of Apple's `sendAttemptResult`.
public struct NotificationSendResult: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value in Apple's notification history.
    public let rawValue: String

    /// A result by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The receiver answered 200 to 206.
    public static let success = Self(rawValue: "SUCCESS")
    /// The receiver took too long.
    public static let timedOut = Self(rawValue: "TIMED_OUT")
    /// The secure connection failed.
    public static let tlsIssue = Self(rawValue: "TLS_ISSUE")
    /// The receiver redirected in a circle; the local store follows no redirect, so it never has this result.
    public static let circularRedirect = Self(rawValue: "CIRCULAR_REDIRECT")
    /// The secure connection failed, in Apple's older word, which histories still have.
    public static let sslIssue = Self(rawValue: "SSL_ISSUE")
    /// No receiver could be reached.
    public static let noResponse = Self(rawValue: "NO_RESPONSE")
    /// The connection broke.
    public static let socketIssue = Self(rawValue: "SOCKET_ISSUE")
    /// The receiver answered in a character set that nobody knows; the local store reads no answer, so only a fault has it.
    public static let unsupportedCharset = Self(rawValue: "UNSUPPORTED_CHARSET")
    /// The receiver's answer is no HTTP.
    public static let invalidResponse = Self(rawValue: "INVALID_RESPONSE")
    /// The receiver closed the connection in the middle of its answer.
    public static let prematureClose = Self(rawValue: "PREMATURE_CLOSE")
    /// The receiver answered something other than 200 to 206.
    public static let unsuccessfulStatus = Self(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
    /// Something else went wrong.
    public static let other = Self(rawValue: "OTHER")

    /// The result that an HTTP status means: 200 to 206 are success.
    public init(httpStatus: Int) {
        self = (200...206).contains(httpStatus) ? .success : .unsuccessfulStatus
    }

    public var description: String { rawValue }
}
