/// How many subscriptions are paid for.
public enum ActiveSubscriptions: PurchaseFigure {
    public static let id = "active-subscriptions"
    public static let title = "Active subscriptions"
    public static let definition =
        "Subscriptions in a period that was paid for, or in its grace period, at the end of each period, "
        + "those that will not renew included; trials, Family Sharing and billing retry are not."
    public static let isMoney = false

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        StandAtEnd.queries(Measure.subscriptions, for: request)
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let stand = StandAtEnd(answers, Measure.subscriptions, for: request)
        return [request.line("active") { .count(stand.closing[$0].count) }]
    }
}
