import AppStoreModels
import Foundation

// A clock that once ran ahead has left dates that come true in years. The rule for what the server's own clock has written down:
// a date further ahead than any clock in order sets puts nothing off, holds nothing back, and says of nothing that it is done.

extension PurchaseDatabase {
    /// How much later than now a moment may be that a clock in order set, in milliseconds: no wait is longer.
    static let clockTolerance: Int64 = 86_400_000

    /// The latest moment, in milliseconds since 1970, that a clock in order can have written down by a date.
    static func latestMoment(at date: Date) -> Int64 {
        let (latest, isBeyondAll) = date.millisecondsSince1970.addingReportingOverflow(clockTolerance)
        return isBeyondAll ? .max : latest
    }
}

extension Date {
    /// Whether only a clock that ran ahead can have written it down by now.
    func isAhead(of now: Date) -> Bool { millisecondsSince1970 > PurchaseDatabase.latestMoment(at: now) }
}
