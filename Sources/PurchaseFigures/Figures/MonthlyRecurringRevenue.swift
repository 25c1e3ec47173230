/// What the active subscriptions pay a month: MRR.
public enum MonthlyRecurringRevenue: PurchaseFigure {
    public static let id = "mrr"
    public static let title = "Monthly recurring revenue"
    public static let definition =
        "What the subscriptions active at the end of each period pay, each price divided or multiplied to one "
        + "month, before tax and commission, at the rate of the day on which that price was first paid."
    public static let isMoney = true

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        StandAtEnd.queries(Measure.movement, for: request)
    }

    /// What stands was paid for on any day before.
    public static func missingDays(for request: FigureRequest) -> Range<Day> {
        request.bounded(.before(request.days.upperBound), includingToday: true)
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let stand = StandAtEnd(answers, Measure.movement, for: request)
        return [request.line("mrr") { .money(stand.closing[$0].amount) }]
    }
}
