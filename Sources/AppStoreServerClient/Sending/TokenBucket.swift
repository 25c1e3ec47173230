package import Foundation

/// A rate with room for a burst: pure arithmetic, the caller says what time it is.
package struct TokenBucket: Sendable {
    private let capacity: Double
    private let perSecond: Double
    /// How many requests may leave now; negative while some wait for their turn.
    private var tokens: Double
    private var updated: TimeInterval
    /// Nothing leaves before this moment, because the server said so.
    private var closedUntil: TimeInterval = -.infinity

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - capacity: How many requests may leave at once after a pause.
    ///   - perSecond: How many may leave a second in the long run.
    ///   - uptime: The present moment, on a clock that never goes back.
    package init(capacity: Double, perSecond: Double, at uptime: TimeInterval) {
        self.capacity = capacity
        self.perSecond = perSecond
        tokens = capacity
        updated = uptime
    }

    /// Takes a place.
    ///
    /// - Returns: How long to wait for it, in seconds; nil, and nothing is taken, if that is longer than `patience`.
    package mutating func reserve(at uptime: TimeInterval, patience: TimeInterval) -> TimeInterval? {
        let wait = wait(at: uptime)
        guard wait <= patience else { return nil }
        tokens -= 1
        return wait
    }

    /// How long to wait for a place, in seconds; none is taken.
    package mutating func wait(at uptime: TimeInterval) -> TimeInterval {
        tokens = min(capacity, tokens + max(0, uptime - updated) * perSecond)
        updated = max(updated, uptime)
        return max(tokens >= 1 ? 0 : (1 - tokens) / perSecond, closedUntil - uptime)
    }

    /// Gives a place back that was not used.
    mutating func giveBack() { tokens = min(capacity, tokens + 1) }

    /// Lets nothing leave before a moment.
    mutating func close(until uptime: TimeInterval) { closedUntil = max(closedUntil, uptime) }
}

extension TokenBucket {
    /// A bucket for one of the App Store's limits.
    ///
    /// The App Store counts over an hour. A bucket holds the requests of one minute and is filled at 59 sixtieths of the
    /// rate, so that an hour's requests are never more than 3600 times the rate, however they are spread.
    ///
    /// - Parameters:
    ///   - rate: Requests a second.
    ///   - uptime: The present moment.
    init(rate: Double, at uptime: TimeInterval) {
        self.init(capacity: Self.capacity(of: rate), perSecond: Self.refill(of: rate), at: uptime)
    }

    /// How many requests may leave at once after a pause.
    static func capacity(of rate: Double) -> Double { max(1, rate * 60) }

    /// How many may leave a second in the long run.
    static func refill(of rate: Double) -> Double { rate * 59 / 60 }
}
