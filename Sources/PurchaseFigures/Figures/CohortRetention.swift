/// How long subscribers stay: a heat map.
public enum CohortRetention: PurchaseFigure {
    public static let id = "cohort-retention"
    public static let title = "Cohort retention"
    public static let definition =
        "Of the subscriptions first paid for in each month, and whose renewal of that number was due, how "
        + "many had it; who comes back after a lapse is not counted again."
    public static let isMoney = false

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        let groups: Set<RowQuery.Group> = [.cohort, .step]
        return [
            request.cohorts([.retained], in: request.cohortDays, includingToday: true, groups: groups),
            request.cohorts([.lapsed], in: request.cohortDays, groups: groups),
        ]
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let sums = answers.flatMap(\.self).filter { $0.step > 0 }
        return request.cohortPeriods.map { period in
            let cohort = sums.filter { period.days.contains(Day(rawValue: $0.cohort)) }
            let bySteps = Dictionary(grouping: cohort, by: \.step)
            // Each had the renewals before its last one, so all of a step are those who had it and those who lapsed
            // at it.
            let points = bySteps.keys.sorted().map { step in
                let kept = bySteps[step, default: []].total(.retained).count
                return SeriesPoint(
                    start: period.start,
                    end: period.end,
                    step: Int(step),
                    value: .share(kept, of: kept + bySteps[step, default: []].total(.lapsed).count),
                    isComplete: period.end <= request.asOf
                )
            }
            return SeriesLine(name: period.start.description, points: points)
        }
    }
}
