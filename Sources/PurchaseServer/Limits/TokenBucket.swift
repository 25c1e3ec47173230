import Foundation

/// Counts what may be taken: it fills steadily, holds a burst at most, and each request takes one.
struct TokenBucket: Sendable {
    private var tokens: Double
    private var filledAt: TimeInterval
    private let limit: RateLimit

    /// A full bucket.
    init(_ limit: RateLimit, at time: TimeInterval) {
        self.limit = limit
        tokens = Double(limit.burst)
        filledAt = time
    }

    /// Takes one.
    ///
    /// - Parameter time: Seconds on a clock that never goes back.
    /// - Returns: nil if there was one, else after how many seconds there will be.
    mutating func take(at time: TimeInterval) -> TimeInterval? {
        tokens = min(Double(limit.burst), tokens + max(time - filledAt, 0) * limit.perSecond)
        filledAt = max(time, filledAt)
        guard tokens < 1 else {
            tokens -= 1
            return nil
        }
        return (1 - tokens) / limit.perSecond
    }
}
