import Foundation

extension ChainBooking {
    /// Each change of what the chain pays a month, at the moment of the change.
    mutating func bookMovement() {
        var current: Int?
        var hasPaid = false
        var began = Day.distantPast
        var changes = SegmentChanges()
        var ended: Loss?
        for step in walk.steps {
            let day = Day(step.date)
            switch (current, step.period) {
            case (nil, let period?):
                let measure = hasPaid ? Measure.reactivated : .new
                add(measure, day, segment(of: periods[period].row), amount: monthly[period])
                if let ended { bookLoss(ended, until: day.rawValue) }
                (hasPaid, began, ended, changes) = (true, day, nil, SegmentChanges())
            case (let former?, let period?):
                bookChange(from: former, to: period, day)
                changes.note(segment(of: periods[former].row), segment(of: periods[period].row), day)
            case (let former?, nil):
                let segment = segment(of: periods[former].row)
                add(.churned, day, segment, count: -1, amount: -monthly[former])
                ended = Loss(day: day, began: began, changes: changes, period: former)
            case (nil, nil): break
            }
            current = step.period
        }
        if let ended { bookLoss(ended, until: RowKey.never) }
    }

    /// A chain that ended.
    private struct Loss {
        let day: Day
        let began: Day
        let changes: SegmentChanges
        let period: Int
    }

    /// Since when a chain is in the segment that it is in.
    private struct SegmentChanges {
        private var days: [SegmentDimension: Day] = [:]

        mutating func note(_ before: Segment, _ after: Segment, _ day: Day) {
            for member in Measure.movable where before[member] != after[member] { days[member] = day }
        }

        /// Of several members the one that changed last; nil if none did.
        func last(of members: Set<SegmentDimension>) -> Day? { members.compactMap { days[$0] }.max() }
    }

    private mutating func bookLoss(_ loss: Loss, until returned: Int32) {
        let segment = segment(of: periods[loss.period].row)
        let began = loss.began.rawValue
        add(.lost, loss.day, segment, cohort: began, step: returned, amount: monthly[loss.period])
        for (members, measure) in Measure.corrections {
            guard let since = loss.changes.last(of: members), since != loss.began else { continue }
            add(measure, loss.day, segment, cohort: began, step: returned, count: -1)
            add(measure, loss.day, segment, cohort: since.rawValue, step: returned)
        }
    }

    private mutating func bookChange(from former: Int, to period: Int, _ day: Day) {
        let (left, right) = (segment(of: periods[former].row), segment(of: periods[period].row))
        let (before, after) = (monthly[former], monthly[period])
        if left != right {
            add(.transferred, day, left, count: -1, amount: -before)
            add(.transferred, day, right, count: 1, amount: before)
        }
        if after > before {
            add(.expansion, day, right, amount: after - before)
        } else if after < before {
            add(.contraction, day, right, amount: after - before)
        }
    }
}
