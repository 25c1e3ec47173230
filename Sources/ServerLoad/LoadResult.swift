/// What came of a run.
package struct LoadResult: Sendable, Hashable {
    /// What came of one kind of requests.
    package struct Part: Sendable, Hashable {
        /// From when each was due, so that one that had to wait for another is told with its wait; of failures, too.
        package var response = LatencyHistogram()
        /// From when each was sent.
        package var service = LatencyHistogram()
        /// How many were answered as they should be.
        package var goodCount = 0
        /// How many of those had not changed since the entity tag that was shown.
        package var unchangedCount = 0
        /// How many were not, by status or by what went wrong.
        package var failures: [String: Int] = [:]

        /// Nothing yet.
        package init() {}

        /// How many were not answered as they should be.
        package var failureCount: Int { failures.values.reduce(0, +) }

        mutating func add(_ other: Part) {
            response.add(other.response)
            service.add(other.service)
            goodCount += other.goodCount
            unchangedCount += other.unchangedCount
            failures.merge(other.failures, uniquingKeysWith: +)
        }
    }

    /// By kind.
    package var parts: [LoadKind: Part] = [:]
    /// For how long it was counted, in seconds.
    package var seconds = 0.0
    /// How many were due, and were not even sent when the time was over: the server did not keep up. They count in no
    /// histogram, so where there are any, the percentiles are too good.
    package var unsentCount = 0
    /// The longest that this program was late by itself although a connection was free, in microseconds: if that is much, it
    /// was this machine that had too much to do.
    package var generatorDelay: Int64 = 0
    /// How often uploads or notifications began again from the first; a server does little about those it has.
    package var repetitions: [LoadKind: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// All kinds together.
    package var total: Part {
        parts.values.reduce(into: Part()) { $0.add($1) }
    }

    /// Answers a second.
    package var rate: Double { seconds > 0 ? Double(total.response.count) / seconds : 0 }

    mutating func add(_ other: LoadResult) {
        for (kind, part) in other.parts { parts[kind, default: Part()].add(part) }
        unsentCount += other.unsentCount
        generatorDelay = max(generatorDelay, other.generatorDelay)
    }
}
