import Foundation

/// A period of a subscription with when it counts.
struct ChainPeriod: Sendable {
    let row: ChainRow
    /// When it ends if nothing is taken back: with its grace period, if one was promised.
    let end: Date
    /// When another level began in its place.
    let upgradedDate: Date?
    /// What became of the charge for the next period, if it failed.
    let failure: BillingFailure?
    /// What was stated about the renewal of this period.
    let renewals: ArraySlice<RenewalStatement>
    /// When it counts, in order.
    let active: [Range<Date>]

    var start: Date { row.start }
    var expiry: Date { row.expiry }
    var isTrial: Bool { row.isTrial }

    init(
        row: ChainRow,
        end: Date,
        upgradedDate: Date?,
        failure: BillingFailure?,
        renewals: ArraySlice<RenewalStatement>
    ) {
        self.row = row
        self.end = end
        self.upgradedDate = upgradedDate
        self.failure = failure
        self.renewals = renewals
        let stop = min(end, upgradedDate ?? end)
        active = row.refunds.reduce(row.start < stop ? [row.start..<stop] : []) { ranges, refund in
            ranges.flatMap { $0.without(from: refund.date, to: refund.reversedDate) }
        }
    }
}

/// A charge that failed at the end of a period.
struct BillingFailure: Sendable, Hashable {
    /// When the period ended that was to be paid.
    let date: Date
    /// When it was charged in the end.
    let recoveredDate: Date?
    /// When the App Store stops trying, or has stopped.
    let givenUpDate: Date
}

extension Range<Date> {
    /// What is left of it.
    fileprivate func without(from start: Date, to end: Date?) -> [Range<Date>] {
        let before = lowerBound..<Swift.max(lowerBound, Swift.min(start, upperBound))
        let after = Swift.min(Swift.max(end ?? upperBound, lowerBound), upperBound)..<upperBound
        return [before, after].filter { !$0.isEmpty }
    }
}
