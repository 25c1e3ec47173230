import AppStoreServerClient
import Foundation
import HTTPTypes
import Locking

/// How often somebody may be wrong about the secret: a few times from one address, and not much oftener from everywhere.
final class ConsoleAttempts: Sendable {
    private struct State {
        var all: TokenBucket
        var addresses: [String: TokenBucket] = [:]
    }

    private let state: Locked<State>
    private let uptime: @Sendable () -> TimeInterval

    /// Of one address.
    static let limit = RateLimit(perSecond: 1.0 / 30, burst: 5)
    /// Of all together.
    static let limitOfAll = RateLimit(perSecond: 0.5, burst: 100)
    /// How many addresses are known at once.
    static let maximumCount = 10_000

    init(uptime: @escaping @Sendable () -> TimeInterval) {
        self.uptime = uptime
        state = Locked(State(all: TokenBucket(Self.limitOfAll, at: uptime())))
    }

    /// Carries an attempt out, unless there were too many that failed.
    ///
    /// - Parameters:
    ///   - address: Where it comes from; nil if nobody knows, which is one place as well.
    ///   - check: Returns nil if the attempt fails.
    /// - Throws: ``APIError``, code `too-many-requests`, with when to come back.
    func attempt<Value: Sendable>(from address: String?, _ check: @Sendable () -> Value?) throws(APIError) -> Value? {
        let (time, address) = (uptime(), address ?? "")
        // One after the other, so that of many at once none is compared beyond the limit.
        let outcome: Result<Value?, APIError> = state.withLock { state in
            var bucket = state.addresses[address] ?? TokenBucket(Self.limit, at: time)
            let wait = max(bucket.wait(at: time), state.all.wait(at: time))
            guard wait <= 0 else { return .failure(Self.refusal(wait)) }
            if let value = check() { return .success(value) }
            _ = bucket.take(at: time)
            _ = state.all.take(at: time)
            // What is forgotten here, the limit of all still holds.
            if state.addresses.count >= Self.maximumCount { state.addresses.removeAll() }
            state.addresses[address] = bucket
            return .success(nil)
        }
        return try outcome.get()
    }

    private static func refusal(_ wait: TimeInterval) -> APIError {
        var error = APIError(.tooManyRequests, "too-many-requests", "the secret was wrong too often; wait, then go on")
        error.retryAfter = max(wait, 1)
        return error
    }
}
