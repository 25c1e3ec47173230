public import Foundation

/// How long a failed delivery waits before it is tried again; each failure multiplies the wait.
public struct DeliveryRetry: Sendable, Hashable {
    /// The wait after the first failure, in seconds.
    public var firstDelay: TimeInterval
    /// What each further failure multiplies the wait with.
    public var factor: Double
    /// The longest wait, in seconds.
    public var maximumDelay: TimeInterval

    /// A second, then two, four, and so on up to five minutes.
    public init(firstDelay: TimeInterval = 1, factor: Double = 2, maximumDelay: TimeInterval = 300) {
        self.firstDelay = firstDelay
        self.factor = factor
        self.maximumDelay = maximumDelay
    }

    /// The wait after the failure with this number, counted from 1.
    public func delay(afterFailure number: Int) -> TimeInterval {
        let delay = firstDelay * pow(factor, Double(max(number - 1, 0)))
        return delay.isFinite ? min(max(delay, 0), maximumDelay) : maximumDelay
    }
}
