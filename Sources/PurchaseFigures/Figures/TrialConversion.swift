/// How many trials become paid subscriptions.
public enum TrialConversion: PurchaseFigure {
    public static let id = "trial-conversion"
    public static let title = "Trial conversion"
    public static let definition =
        "Of the trials that began in each period, how many were followed by a paid period, however late and "
        + "whatever was refunded later; pending are those that still run and are to renew, or whose charge is "
        + "still tried."
    public static let isMoney = false

    private static let outcomes = Outcomes(began: .trialStarted, good: .trialConverted, bad: .trialLost)

    public static func queries(for request: FigureRequest) -> [RowQuery] { outcomes.queries(for: request) }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        outcomes.lines(answers, for: request, names: (began: "started", good: "converted", bad: "lost"))
    }
}
