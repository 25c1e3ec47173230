/// What a customer who pays brings in.
public enum LifetimeValuePerPayer: PurchaseFigure {
    public static let id = "lifetime-value-per-payer"
    public static let title = "Lifetime value of those who pay"
    public static let definition =
        "What the customers first seen in each month paid, less refunds, from the day on which each was first "
        + "seen to so many days after it, that day included, divided by the number of those who had paid by "
        + "then."
    public static let isMoney = true

    public static func queries(for request: FigureRequest) -> [RowQuery] { LifetimeValue.queries(for: request) }

    /// Customers pay as long as they are customers.
    public static func missingDays(for request: FigureRequest) -> Range<Day> {
        let first = request.cohortDays.lowerBound
        return first..<max(first, request.end(includingToday: true))
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        LifetimeValue.lines(answers, for: request) { sums, window in
            sums.filter { $0.measure == .payers && $0.step <= window }.total(.payers).count
        }
    }
}
