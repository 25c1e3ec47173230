import Foundation

extension ChainBooking {
    /// Which periods were renewed and which were not; an upgrade is neither.
    mutating func bookRenewals() {
        let paid = periods.indices.filter { !periods[$0].isTrial }
        guard let first = paid.first else { return }
        let cohort = Resolution.month.start(of: Day(periods[first].start))
        // Whatever is renewed later, and where: who is counted at the start of a cohort is to be counted in it to the end.
        let origin = segment(of: periods[first].row)
        add(.retained, cohort, origin, cohort: cohort.rawValue)
        // The number of the last renewal; nil once the chain has ended, because what comes then is another beginning.
        var number: Int32? = 0
        for (index, following) in zip(paid, paid.dropFirst().map(Optional.some) + [nil]) {
            let period = periods[index]
            if let following, period.upgradedDate != nil, periods[following].start < period.end { continue }
            let segment = segment(of: period.row)
            if let following, isRenewed(period, by: periods[following]) {
                let day = Day(periods[following].start)
                let stays = isSeamless(period, periods[following])
                add(.renewed, day, segment, amount: stays ? min(monthly[index], monthly[following]) : .zero)
                guard let renewal = number else { continue }
                number = renewal + 1
                let month = Resolution.month.start(of: day)
                add(.retained, month, origin, cohort: cohort.rawValue, step: renewal + 1)
            } else {
                let day = Day(min(period.row.expiry, lastActive(period)))
                add(.lapsed, day, segment)
                if let number { add(.retentionLost, day, origin, cohort: cohort.rawValue, step: number + 1) }
                number = nil
            }
        }
    }

    /// When it stops to count for other reasons than its end.
    private func lastActive(_ period: ChainPeriod) -> Date {
        period.active.last?.upperBound ?? period.start
    }

    private func isSeamless(_ period: ChainPeriod, _ next: ChainPeriod) -> Bool {
        lastActive(period) >= next.start
    }

    /// Whether the next period is its renewal: begun while it counted, or charged after tries that had failed.
    private func isRenewed(_ period: ChainPeriod, by next: ChainPeriod) -> Bool {
        isSeamless(period, next) || period.failure?.recoveredDate != nil && lastActive(period) >= period.expiry
    }
}
