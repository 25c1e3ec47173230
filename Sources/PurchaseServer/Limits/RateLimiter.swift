import AppStoreServerClient
import Foundation
import HTTPTypes
import Locking

/// One bucket for each key that has asked since the server was started.
final class RateLimiter: Sendable {
    private let publicKeys: RateLimit
    private let secretKeys: RateLimit
    private let uptime: @Sendable () -> TimeInterval
    private let buckets = Locked<[String: TokenBucket]>([:])

    init(publicKeys: RateLimit, secretKeys: RateLimit, uptime: @escaping @Sendable () -> TimeInterval) {
        self.publicKeys = publicKeys
        self.secretKeys = secretKeys
        self.uptime = uptime
    }

    /// - Throws: ``APIError``, code `too-many-requests`, with when to come back.
    func count(_ caller: Caller) throws(APIError) {
        guard let kind = caller.kind else { return }
        let time = uptime()
        let limit = kind == .public ? publicKeys : secretKeys
        let wait: TimeInterval? = buckets.withLock { buckets in
            buckets[caller.id, default: TokenBucket(limit, at: time)].take(at: time)
        }
        guard let wait else { return }
        var error = APIError(.tooManyRequests, "too-many-requests", "this key asks too often; wait, then go on")
        error.retryAfter = max(wait, 1)
        throw error
    }
}
