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
            request.query([.new], days: request.bounded(request.cohortDays, includingToday: true), groups: [.day]),
        ]
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let sums = answers.prefix(2).flatMap(\.self).filter { $0.step > 0 }
        let begun = answers.dropFirst(2).first ?? []
        return request.cohortPeriods.map { period in
            let cohort = sums.filter { period.days.contains(Day(rawValue: $0.cohort)) }
            let bySteps = Dictionary(grouping: cohort, by: \.step)
            // Each had the renewals before its last one, so all of a step are those who had it and those who lapsed
            // at it.
            // Those who had the renewal before, and of whom nothing is known of this one, may still have it.
            var open = begun.filter { period.days.contains($0.day) }.total(.new).count
            let points = bySteps.keys.sorted().map { step in
                let kept = bySteps[step, default: []].total(.retained).count
                let pending = open - kept - bySteps[step, default: []].total(.lapsed).count
                open = kept
                return SeriesPoint(
                    start: period.start,
                    end: period.end,
                    step: Int(step),
                    value: .share(kept, of: kept + bySteps[step, default: []].total(.lapsed).count),
                    isComplete: period.end <= request.asOf && pending == 0
                )
            }
            return SeriesLine(name: period.start.description, points: points)
        }
    }
}
