import AppStoreServerClient
import Foundation
import HTTPTypes
import Locking

/// One bucket for each customer who has asked lately; all copies of an app share a key, so its limit says nothing about
/// one person.
final class CustomerLimiter: Sendable {
    private let limit: RateLimit
    private let uptime: @Sendable () -> TimeInterval
    private let state = Locked(State())
    private let maximumCount: Int

    fileprivate struct State {
        var buckets: [String: Entry] = [:]
        /// Those that are known, the oldest first, from ``first`` on.
        var order: [String] = []
        var first = 0
    }

    fileprivate struct Entry {
        var bucket: TokenBucket
        /// When the bucket is full again, so that nothing is lost by forgetting it.
        var full: TimeInterval
    }

    /// How many customers are known at once.
    static let maximumCount = 100_000
    /// How many are looked at when a new one comes: more than come, so that those who are done are forgotten in the end.
    private static let sweep = 4

    init(
        limit: RateLimit,
        uptime: @escaping @Sendable () -> TimeInterval,
        maximumCount: Int = maximumCount
    ) {
        self.limit = limit
        self.uptime = uptime
        self.maximumCount = maximumCount
    }

    /// The customers who are known.
    var known: Set<String> { state.withLock { Set($0.buckets.keys) } }

    /// - Throws: ``APIError``, code `too-many-requests`, with when to come back.
    func count(_ customer: CustomerID) throws(APIError) {
        let time = uptime()
        let (limit, maximumCount) = (limit, maximumCount)
        let wait: TimeInterval? = state.withLock { state in
            let known = state.buckets[customer.value]
            if known == nil {
                state.makeRoom(Self.sweep, maximumCount, at: time)
                state.order.append(customer.value)
            }
            var bucket = known?.bucket ?? TokenBucket(limit, at: time)
            let wait = bucket.take(at: time)
            let full = time + Double(limit.burst) / limit.perSecond
            state.buckets[customer.value] = Entry(bucket: bucket, full: full)
            return wait
        }
        guard let wait else { return }
        var error = APIError(.tooManyRequests, "too-many-requests", "too often for this customer; wait, then go on")
        error.retryAfter = max(wait, 1)
        throw error
    }
}

extension CustomerLimiter.State {
    /// Looks at the oldest: who is done is forgotten, who is not goes to the end. Where there are too many all the same, the
    /// oldest is forgotten. Never more than a few at a time, so that nobody waits for a sweep of all.
    fileprivate mutating func makeRoom(_ sweep: Int, _ maximumCount: Int, at time: TimeInterval) {
        for _ in 0..<sweep {
            guard let oldest = takeOldest() else { break }
            if let entry = buckets[oldest], entry.full > time {
                order.append(oldest)
            } else {
                buckets[oldest] = nil
            }
        }
        while buckets.count >= maximumCount, let oldest = takeOldest() { buckets[oldest] = nil }
        guard first > order.count / 2 else { return }
        order.removeFirst(first)
        first = 0
    }

    private mutating func takeOldest() -> String? {
        guard first < order.count else { return nil }
        defer { first += 1 }
        return order[first]
    }
}
