import AppStoreServerClient
import Foundation
import HTTPTypes
import Locking

/// One bucket for each customer who has asked lately; all copies of an app share a key, so its limit says nothing about
/// one person.
final class CustomerLimiter: Sendable {
    private let limit: RateLimit
    private let uptime: @Sendable () -> TimeInterval
    private let buckets = Locked<[String: Entry]>([:])

    private struct Entry {
        var bucket: TokenBucket
        /// When the bucket is full again, so that nothing is lost by forgetting it.
        var full: TimeInterval
    }

    /// How many customers are known at once; of more, those whose buckets are full are forgotten, and then all.
    static let maximumCount = 100_000

    init(limit: RateLimit, uptime: @escaping @Sendable () -> TimeInterval) {
        self.limit = limit
        self.uptime = uptime
    }

    /// - Throws: ``APIError``, code `too-many-requests`, with when to come back.
    func count(_ customer: CustomerID) throws(APIError) {
        let time = uptime()
        let limit = limit
        let wait: TimeInterval? = buckets.withLock { buckets in
            if buckets.count >= Self.maximumCount { buckets = buckets.filter { $0.value.full > time } }
            if buckets.count >= Self.maximumCount { buckets = [:] }
            var bucket = buckets[customer.value]?.bucket ?? TokenBucket(limit, at: time)
            let wait = bucket.take(at: time)
            buckets[customer.value] = Entry(bucket: bucket, full: time + Double(limit.burst) / limit.perSecond)
            return wait
        }
        guard let wait else { return }
        var error = APIError(.tooManyRequests, "too-many-requests", "too often for this customer; wait, then go on")
        error.retryAfter = max(wait, 1)
        throw error
    }
}
