/// What a customer brings in.
public enum LifetimeValue: PurchaseFigure {
    public static let id = "lifetime-value"
    public static let title = "Lifetime value"
    public static let definition =
        "What the customers first seen in each month paid, less refunds, from the day on which each was first "
        + "seen to so many days after it, that day included, divided by the number of all these customers."
    public static let isMoney = true

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        [
            request.cohorts(
                [.customers, .payers, .customerRevenue],
                in: request.cohortDays,
                includingToday: true,
                groups: [.cohort, .step]
            )
        ]
    }

    /// Customers pay as long as they are customers.
    public static func missingDays(for request: FigureRequest) -> Range<Day> {
        let first = request.cohortDays.lowerBound
        return first..<max(first, request.end(includingToday: true))
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        lines(answers, for: request) { sums, _ in sums.total(.customers).count }
    }

    /// - Parameter count: By how many customers of a cohort to divide, in a window.
    static func lines(
        _ answers: [[RowSum]],
        for request: FigureRequest,
        count: ([RowSum], _ window: Int32) -> Int64
    ) -> [SeriesLine] {
        request.cohortPeriods.map { period in
            let cohort = (answers.first ?? []).filter { period.days.contains(Day(rawValue: $0.cohort)) }
            let points = (LifetimeWindow.days + [LifetimeWindow.endless]).map { window in
                let money = cohort.filter { $0.measure == .customerRevenue && $0.step <= window }
                let isEndless = window == LifetimeWindow.endless
                return SeriesPoint(
                    start: period.start,
                    end: period.end,
                    step: isEndless ? nil : Int(window),
                    value: .average(total: money.total(.customerRevenue).amount, count: count(cohort, window)),
                    isComplete: !isEndless && period.end.adding(days: Int(window)) <= request.asOf
                )
            }
            return SeriesLine(name: period.start.description, points: points)
        }
    }
}
