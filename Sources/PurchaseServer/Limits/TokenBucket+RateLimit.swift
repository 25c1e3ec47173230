import AppStoreServerClient
import Foundation

extension TokenBucket {
    /// A full bucket for one key.
    init(_ limit: RateLimit, at time: TimeInterval) {
        self.init(capacity: Double(limit.burst), perSecond: limit.perSecond, at: time)
    }

    /// Takes one.
    ///
    /// - Parameter time: Seconds on a clock that never goes back.
    /// - Returns: nil if there was one, else after how many seconds there will be.
    mutating func take(at time: TimeInterval) -> TimeInterval? {
        reserve(at: time, patience: 0) == nil ? wait(at: time) : nil
    }
}
