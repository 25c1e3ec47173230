import Foundation

/// How long a subscriber has paid, after which the App Store takes less.
///
/// After a year of paid service, with lapses of 60 days or less not counted, the developer's share is larger.
struct PaidService {
    private let isAfterYear: [Bool]

    private static let year: TimeInterval = 365 * 86_400
    private static let longestLapse: TimeInterval = 60 * 86_400

    init(_ rows: [ChainRow]) {
        var paid: TimeInterval = 0
        var end: Date?
        isAfterYear = rows.map { row in
            if let last = end, row.start.timeIntervalSince(last) > Self.longestLapse { paid = 0 }
            let isAfter = row.isSubscription && paid >= Self.year
            if row.isSubscription, !row.isTrial {
                paid += row.expiry.timeIntervalSince(max(row.start, end ?? row.start))
            }
            end = max(end ?? row.expiry, row.expiry)
            return isAfter
        }
    }

    func isAfterYear(_ index: Int) -> Bool { isAfterYear[index] }
}
