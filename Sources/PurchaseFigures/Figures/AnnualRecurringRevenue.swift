/// What the active subscriptions pay a year: ARR.
public enum AnnualRecurringRevenue: PurchaseFigure {
    public static let id = "arr"
    public static let title = "Annual recurring revenue"
    public static let definition = "Twelve times the monthly recurring revenue at the end of each period."
    public static let isMoney = true

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        MonthlyRecurringRevenue.queries(for: request)
    }

    /// What stands was paid for on any day before.
    public static func missingDays(for request: FigureRequest) -> Range<Day> {
        request.bounded(.before(request.days.upperBound), includingToday: true)
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let stand = StandAtEnd(answers, Measure.movement, for: request)
        return [
            request.line("arr") { index in
                .money((0..<12).reduce(.zero) { sum, _ in sum + stand.closing[index].amount })
            }
        ]
    }
}
