public import Foundation

/// How a performance test of the realtime address is done, and when it passes: Apple's `PerformanceTestConfig`.
///
/// Apple does not say which numbers it uses; the defaults are this store's own. ``responseMilliseconds`` also holds for
/// the question about a customer who is about to cancel.
public struct PerformanceTestPlan: Sendable, Hashable, Codable {
    /// How many requests are under way at once, 1 to 64.
    public var concurrentRequests = 10
    /// How many requests there are, 1 to 10,000.
    public var requests = 100
    /// How long all of it may take in milliseconds, 100 to 600,000.
    public var totalMilliseconds = 60_000
    /// How long one answer may take in milliseconds, 10 to 60,000.
    public var responseMilliseconds = 1_000
    /// How many percent of the requests must succeed, 1 to 100.
    public var successPercent = 95

    /// The usual plan.
    public init() {}

    /// The number that is out of range, and what it must be; nil if all can be done.
    var mistake: String? {
        let rules: [(String, Int, ClosedRange<Int>)] = [
            ("maxConcurrentRequests", concurrentRequests, 1...64), ("totalRequests", requests, 1...10_000),
            ("totalDuration", totalMilliseconds, 100...600_000),
            ("responseTimeThreshold", responseMilliseconds, 10...60_000),
            ("successRateThreshold", successPercent, 1...100),
        ]
        guard let (name, value, range) = rules.first(where: { !$0.2.contains($0.1) }) else { return nil }
        return "\(name) is \(value); it must be between \(range.lowerBound) and \(range.upperBound)"
    }
}

/// A performance test that was asked for, and what came of it.
public struct PerformanceTest: Sendable, Hashable, Codable, Identifiable {
    /// What came of all requests.
    public struct Outcome: Sendable, Hashable, Codable {
        /// How long the answers took, in milliseconds; nil if none came.
        public var times: Times?
        /// How often requests failed, by Apple's `sendAttemptResult`.
        public var failures: [String: Int]
        /// How many percent of the requests succeeded, rounded down.
        public var successPercent: Int
        /// Whether that is enough.
        public var hasPassed: Bool

        /// An outcome.
        ///
        /// - Parameters:
        ///   - milliseconds: How long each answer took that was good.
        ///   - failures: How often requests failed, by Apple's `sendAttemptResult`.
        ///   - plan: Says how many there should be.
        public init(milliseconds: [Int], failures: [String: Int], plan: PerformanceTestPlan) {
            times = Times(milliseconds)
            self.failures = failures
            successPercent = milliseconds.count * 100 / max(1, plan.requests)
            hasPassed = successPercent >= plan.successPercent
        }
    }

    /// How long answers took, in milliseconds.
    public struct Times: Sendable, Hashable, Codable {
        /// The mean.
        public var average: Int
        /// Half took no longer.
        public var p50: Int
        /// 90 percent took no longer.
        public var p90: Int
        /// 95 percent took no longer.
        public var p95: Int
        /// 99 percent took no longer.
        public var p99: Int

        /// By the nearest rank; nil of none.
        init?(_ milliseconds: [Int]) {
            guard !milliseconds.isEmpty else { return nil }
            let sorted = milliseconds.sorted()
            func rank(_ percent: Int) -> Int { sorted[(sorted.count * percent + 99) / 100 - 1] }
            average = sorted.reduce(0, +) / sorted.count
            (p50, p90, p95, p99) = (rank(50), rank(90), rank(95), rank(99))
        }
    }

    /// By which its result is asked for.
    public let id: UUID
    /// The purchase that the requests are about.
    public let originalTransactionID: String
    /// How it is done.
    public let plan: PerformanceTestPlan
    /// The address that is tested.
    public let target: String
    /// When it was asked for, in store time.
    public let date: Date
    /// What came of it; nil while it goes on.
    public internal(set) var outcome: Outcome?
}

extension PerformanceTestPlan: StoredValue {
    func checkRanges() throws(Nonsense) {
        if let mistake { throw Nonsense(mistake) }
    }
}

extension PerformanceTest: StoredValue {
    func checkRanges() throws(Nonsense) { try plan.checkRanges() }
}
