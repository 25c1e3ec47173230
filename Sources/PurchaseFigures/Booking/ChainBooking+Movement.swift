import Foundation

extension ChainBooking {
    /// Each change of what the chain pays a month, at the moment of the change.
    mutating func bookMovement() {
        var current: Int?
        var hasPaid = false
        var began = Day.distantPast
        var ended: (day: Day, began: Day, period: Int)?
        for step in walk.steps {
            let day = Day(step.date)
            switch (current, step.period) {
            case (nil, let period?):
                let measure = hasPaid ? Measure.reactivated : .new
                add(measure, day, segment(of: periods[period].row), amount: monthly[period])
                if let ended { bookLoss(ended, until: day.rawValue) }
                (hasPaid, began, ended) = (true, day, nil)
            case (let former?, let period?):
                bookChange(from: former, to: period, day)
            case (let former?, nil):
                let segment = segment(of: periods[former].row)
                add(.churned, day, segment, count: -1, amount: -monthly[former])
                ended = (day, began, former)
            case (nil, nil): break
            }
            current = step.period
        }
        if let ended { bookLoss(ended, until: RowKey.never) }
    }

    private mutating func bookLoss(_ loss: (day: Day, began: Day, period: Int), until returned: Int32) {
        let segment = segment(of: periods[loss.period].row)
        add(.lost, loss.day, segment, cohort: loss.began.rawValue, step: returned, amount: monthly[loss.period])
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
