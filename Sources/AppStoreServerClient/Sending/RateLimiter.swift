import AppStoreModels
import Foundation
import Locking

extension ServerAPIRateClass {
    /// Requests a second; the sandbox allows a tenth.
    func perSecond(in environment: AppStoreEnvironment) -> Double {
        Double(rawValue) / (environment == .production ? 1 : 10)
    }
}

/// Keeps the requests of one client below the App Store's limits, one bucket for each limit and environment.
final class RateLimiter: Sendable {
    private struct Key: Hashable {
        let rate: ServerAPIRateClass
        let isProduction: Bool
    }

    private let buckets = Locked<[Key: TokenBucket]>([:])
    private let uptime: @Sendable () -> TimeInterval

    init(uptime: @escaping @Sendable () -> TimeInterval) { self.uptime = uptime }

    /// Takes a place; nil if none comes free soon enough.
    func reserve(
        _ rate: ServerAPIRateClass,
        in environment: AppStoreEnvironment,
        patience: TimeInterval
    ) -> TimeInterval? {
        let moment = uptime()
        return change(rate, environment, at: moment) { $0.reserve(at: moment, patience: patience) }
    }

    /// How long to wait for a place, in seconds; none is taken.
    func wait(_ rate: ServerAPIRateClass, in environment: AppStoreEnvironment) -> TimeInterval {
        let moment = uptime()
        return change(rate, environment, at: moment) { $0.wait(at: moment) }
    }

    /// Gives a place back that was not used.
    func giveBack(_ rate: ServerAPIRateClass, in environment: AppStoreEnvironment) {
        change(rate, environment, at: uptime()) { $0.giveBack() }
    }

    /// Lets nothing leave for some seconds, because the server said so.
    func close(_ rate: ServerAPIRateClass, in environment: AppStoreEnvironment, for seconds: TimeInterval) {
        let moment = uptime()
        change(rate, environment, at: moment) { $0.close(until: moment + seconds) }
    }

    private func change<Result: Sendable>(
        _ rate: ServerAPIRateClass,
        _ environment: AppStoreEnvironment,
        at moment: TimeInterval,
        _ body: (inout TokenBucket) -> Result
    ) -> Result {
        let key = Key(rate: rate, isProduction: environment == .production)
        return buckets.withLock { buckets in
            var bucket = buckets[key] ?? TokenBucket(rate: rate.perSecond(in: environment), at: moment)
            defer { buckets[key] = bucket }
            return body(&bucket)
        }
    }
}
