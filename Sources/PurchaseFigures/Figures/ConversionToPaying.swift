/// How many customers ever pay.
public enum ConversionToPaying: PurchaseFigure {
    public static let id = "conversion-to-paying"
    public static let title = "Conversion to paying"
    public static let definition =
        "Of the customers first seen in each month, how many have paid for something since, whatever was "
        + "refunded later."
    public static let isMoney = false

    public static func queries(for request: FigureRequest) -> [RowQuery] { LifetimeValue.queries(for: request) }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let points = request.cohortPeriods.map { period in
            let cohort = (answers.first ?? []).filter { period.days.contains(Day(rawValue: $0.cohort)) }
            return SeriesPoint(
                start: period.start,
                end: period.end,
                value: .share(cohort.total(.payers).count, of: cohort.total(.customers).count),
                isComplete: false
            )
        }
        return [SeriesLine(name: "paying", points: points)]
    }
}
