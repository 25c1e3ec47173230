/// How many trials run.
public enum ActiveTrials: PurchaseFigure {
    public static let id = "active-trials"
    public static let title = "Active trials"
    public static let definition =
        "Subscriptions in a period that costs nothing at the end of each period, those that were cancelled "
        + "included until they end."
    public static let isMoney = false

    private static let measures: [Measure] = [.trialStarted, .trialEnded]

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        StandAtEnd.queries(measures, for: request)
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let stand = StandAtEnd(answers, measures, for: request)
        return [request.line("trials") { .count(stand.closing[$0].count) }]
    }
}
