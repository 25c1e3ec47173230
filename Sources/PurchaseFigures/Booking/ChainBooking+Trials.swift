import Foundation

extension ChainBooking {
    /// Trials, and whether they convert. Free periods without a lapse between them are one trial.
    mutating func bookTrials() {
        var index = 0
        while index < periods.count {
            guard periods[index].isTrial else {
                index += 1
                continue
            }
            var last = index
            while last + 1 < periods.count, periods[last + 1].isTrial, periods[last + 1].start <= periods[last].end {
                last += 1
            }
            bookTrial(from: index, through: last)
            index = last + 1
        }
    }

    private mutating func bookTrial(from first: Int, through last: Int) {
        let trial = periods[last]
        let start = Day(periods[first].start)
        let segment = segment(of: periods[first].row)
        let conversion = periods[(last + 1)...].first { !$0.isTrial }?.start
        let over = min(trial.active.last?.upperBound ?? trial.start, conversion ?? .distantFuture)
        add(.trialStarted, start, segment, cohort: start.rawValue)
        add(.trialEnded, Day(over), segment, cohort: start.rawValue, count: -1)
        let lost = lostDate(of: trial)
        if let conversion {
            add(.trialConverted, Day(conversion), segment, cohort: start.rawValue)
            guard Day(lost) < Day(conversion) else { return }
            add(.trialLost, Day(conversion), segment, cohort: start.rawValue, count: -1)
        }
        add(.trialLost, Day(lost), segment, cohort: start.rawValue)
    }

    /// Since when nothing more is to be hoped for: renewal is off, the trial is over, or no charge is tried any more.
    private func lostDate(of trial: ChainPeriod) -> Date {
        let end = max(trial.active.last?.upperBound ?? trial.start, trial.start)
        guard end >= trial.expiry else { return end }
        let stated = trial.renewals.filter { $0.willRenew != nil && $0.statedDate < end }
        if stated.last?.willRenew == false {
            let lastOn = stated.lastIndex { $0.willRenew == true }
            let off = lastOn.map { on in stated[(on + 1)...].first } ?? stated.first
            return max(off?.statedDate ?? end, trial.start)
        }
        return max(trial.failure?.givenUpDate ?? end, end)
    }
}
