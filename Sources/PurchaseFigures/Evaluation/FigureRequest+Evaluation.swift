extension FigureRequest {
    /// The first day that does not count. Ends are booked ahead, on the day in which they are due; whether they come
    /// about is known when that day is over. What cannot lie ahead counts on the present day, too.
    func end(includingToday: Bool) -> Day { includingToday ? asOf.adding(days: 1) : asOf }

    /// The rows of the request's days, by day.
    func flows(_ measures: [Measure], includingToday: Bool = false) -> RowQuery {
        query(measures, days: bounded(days, includingToday: includingToday), groups: [.day])
    }

    /// All rows before the request's days.
    func opening(_ measures: [Measure]) -> RowQuery {
        query(measures, days: bounded(.before(days.lowerBound), includingToday: false))
    }

    /// The rows whose cohorts lie in the request's days, whenever they were booked.
    func cohorts(
        _ measures: [Measure],
        in days: Range<Day>? = nil,
        includingToday: Bool = false,
        groups: Set<RowQuery.Group> = [.cohort]
    ) -> RowQuery {
        let days = days ?? self.days
        var query = query(measures, days: .before(end(includingToday: includingToday)), groups: groups)
        query.cohorts = days.lowerBound.rawValue..<days.upperBound.rawValue
        return query
    }

    func query(_ measures: [Measure], days: Range<Day>, groups: Set<RowQuery.Group> = []) -> RowQuery {
        RowQuery(measures, days: days, filter: filter, groups: groups, dimension: dimension)
    }

    func bounded(_ days: Range<Day>, includingToday: Bool) -> Range<Day> {
        days.lowerBound..<max(days.lowerBound, min(days.upperBound, end(includingToday: includingToday)))
    }

    /// The period that a day belongs to.
    func index(of day: Day) -> Int? {
        var (low, high) = (0, periods.count)
        while low < high {
            let middle = (low + high) / 2
            if periods[middle].end <= day { low = middle + 1 } else { high = middle }
        }
        return low < periods.count && periods[low].start <= day ? low : nil
    }

    /// One point for each period that has begun.
    func points(
        isComplete: (Int) -> Bool = { _ in true },
        _ value: (Int) -> FigureValue
    ) -> [SeriesPoint] {
        periods.indices.filter { periods[$0].start <= asOf }.map { index in
            let period = periods[index]
            return SeriesPoint(
                start: period.start,
                end: period.end,
                value: value(index),
                isComplete: period.end <= asOf && isComplete(index)
            )
        }
    }

    func line(_ name: String, _ value: (Int) -> FigureValue) -> SeriesLine {
        SeriesLine(name: name, points: points(value))
    }

    /// For how many days after a purchase people may ask the App Store for their money: so long what was sold may become less.
    static let refundDays = 90

    /// A line that later refunds of the period's purchases change.
    func refundable(_ name: String, _ value: (Int) -> FigureValue) -> SeriesLine {
        let isSettled = { (index: Int) in periods[index].end.adding(days: Self.refundDays) <= asOf }
        return SeriesLine(name: name, points: points(isComplete: isSettled, value))
    }

    /// The same days in periods of whole months or more: cohorts of customers and chains are kept by month.
    var cohortPeriods: [FigurePeriod] {
        let resolution: Resolution =
            switch resolution {
            case .quarter: .quarter
            case .year: .year
            default: .month
            }
        var periods: [FigurePeriod] = []
        var start = Resolution.month.start(of: days.lowerBound)
        while start < days.upperBound, start <= asOf, periods.count < Self.maximumCount {
            let end = resolution.start(of: start, movedBy: 1)
            guard end > start else { break }
            periods.append(FigurePeriod(start: start, end: end))
            start = end
        }
        return periods
    }

    var cohortDays: Range<Day> {
        let periods = cohortPeriods
        return (periods.first?.start ?? days.lowerBound)..<(periods.last?.end ?? days.lowerBound)
    }
}
