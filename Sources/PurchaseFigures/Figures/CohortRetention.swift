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
            request.cohorts([.retentionLost], in: request.cohortDays, groups: groups),
        ]
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let sums = answers.flatMap(\.self)
        return request.cohortPeriods.map { period in
            let cohort = sums.filter { period.days.contains(Day(rawValue: $0.cohort)) }
            let bySteps = Dictionary(grouping: cohort, by: \.step)
            // Those who had the renewal before, and of whom nothing is known of this one, may still have it.
            var open = bySteps[0, default: []].total(.retained).count
            let points = bySteps.keys.filter { $0 > 0 }.sorted().map { step in
                let kept = bySteps[step, default: []].total(.retained).count
                let lost = bySteps[step, default: []].total(.retentionLost).count
                let pending = open - kept - lost
                open = kept
                return SeriesPoint(
                    start: period.start,
                    end: period.end,
                    step: Int(step),
                    // Each had the renewals before its last one, so these are all for whom it was due.
                    value: .share(kept, of: kept + lost),
                    isComplete: period.end <= request.asOf && pending == 0
                )
            }
            return SeriesLine(name: period.start.description, points: points)
        }
    }
}
