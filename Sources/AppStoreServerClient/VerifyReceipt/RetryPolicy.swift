public import Foundation

/// How often and how soon a request that failed for now is sent again.
public struct RetryPolicy: Sendable, Hashable {
    /// How many requests are sent to one server at most, the first one included.
    public var maximumAttempts: Int
    /// How many of them for status 21002, which means "malformed" far more often than "try again".
    public var maximumAttemptsForMalformedData: Int
    /// The wait before the second request, in seconds; doubled before each further one.
    public var firstDelay: TimeInterval
    /// The longest wait, in seconds; a server that asks for more is not waited for.
    public var maximumDelay: TimeInterval

    /// A policy; the defaults wait 1 and 2 seconds.
    public init(
        maximumAttempts: Int = 3,
        maximumAttemptsForMalformedData: Int = 2,
        firstDelay: TimeInterval = 1,
        maximumDelay: TimeInterval = 10
    ) {
        self.maximumAttempts = maximumAttempts
        self.maximumAttemptsForMalformedData = maximumAttemptsForMalformedData
        self.firstDelay = firstDelay
        self.maximumDelay = maximumDelay
    }

    /// One request, whatever comes back.
    public static let never = RetryPolicy(maximumAttempts: 1, maximumAttemptsForMalformedData: 1)

    /// The wait before the next request.
    ///
    /// - Parameters:
    ///   - attempts: How many were sent.
    ///   - failure: How the last one failed.
    ///   - retryAfter: What the server asked for, in seconds.
    /// - Returns: nil if no further request is to be sent.
    func delay(
        after attempts: Int,
        failure: VerifyReceiptError.Code,
        retryAfter: TimeInterval? = nil
    ) -> TimeInterval? {
        let limit = failure == .malformedReceipt ? maximumAttemptsForMalformedData : maximumAttempts
        guard attempts < min(limit, maximumAttempts) else { return nil }
        let doubled = firstDelay * Double(1 << min(attempts - 1, 16))
        let delay = max(min(doubled, maximumDelay), retryAfter ?? 0)
        return delay <= maximumDelay ? delay : nil
    }
}
