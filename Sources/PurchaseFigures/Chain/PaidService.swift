import Foundation

/// How long a subscriber has paid, after which the App Store takes less.
///
/// After a year of paid service, with lapses of 60 days or less not counted, the developer's share is larger. Only what has
/// passed counts: not the rest of a period that was upgraded or refunded, nor a period that is paid ahead.
struct PaidService {
    private let isAfterYear: [Bool]

    private static let year: TimeInterval = 365 * 86_400
    private static let longestLapse: TimeInterval = 60 * 86_400
    /// How long before the end of a period the App Store charges for the next one.
    private static let chargedAhead: TimeInterval = 86_400

    /// - Parameter periods: Of one chain, in the order in which they begin.
    init(_ periods: [ChainPeriod]) {
        var paid: TimeInterval = 0
        /// Until when the subscription lasts so far, and until when it is paid for.
        var (end, paidEnd): (Date?, Date?) = (nil, nil)
        isAfterYear = periods.map { period in
            if let last = end, period.start.timeIntervalSince(last) > Self.longestLapse { (paid, paidEnd) = (0, nil) }
            let ahead = paidEnd.map { $0.timeIntervalSince(period.start) - Self.chargedAhead } ?? 0
            let isAfter = paid - max(ahead, 0) >= Self.year
            for range in period.active {
                // What a grace period adds is not paid for.
                let stop = min(range.upperBound, period.expiry)
                guard range.lowerBound < stop else { continue }
                end = max(end ?? stop, stop)
                guard !period.isTrial else { continue }
                paid += max(stop.timeIntervalSince(max(range.lowerBound, paidEnd ?? range.lowerBound)), 0)
                paidEnd = max(paidEnd ?? stop, stop)
            }
            return isAfter
        }
    }

    /// - Parameter index: Of a row of the chain; what is no period comes behind them.
    func isAfterYear(_ index: Int) -> Bool { isAfterYear.indices.contains(index) && isAfterYear[index] }
}
