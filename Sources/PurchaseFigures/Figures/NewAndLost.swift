/// How many subscriptions began and ended.
public enum NewAndLost: PurchaseFigure {
    public static let id = "new-and-lost"
    public static let title = "New and lost subscriptions"
    public static let definition =
        "Subscriptions paid for for the first time, paid for again after a lapse, and ended because a period "
        + "was not renewed or its money was given back; the end of a trial is in none of them."
    public static let isMoney = false

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        [request.flows([.new, .reactivated], includingToday: true), request.flows([.churned])]
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let flows = PeriodTotals(answers.flatMap(\.self), request)
        return [
            request.line("new") { .count(flows[.new, $0].count) },
            request.line("reactivated") { .count(flows[.reactivated, $0].count) },
            request.line("lost") { .count(-flows[.churned, $0].count) },
        ]
    }
}
