/// What becomes of charges that fail.
public enum BillingRecovery: PurchaseFigure {
    public static let id = "billing-recovery"
    public static let title = "Billing retry and recovery"
    public static let definition =
        "Of the subscriptions whose charge failed at an end of period in each period, how many were charged "
        + "after all, and for how many the App Store gave up; pending are those in grace or billing retry."
    public static let isMoney = false

    private static let outcomes = Outcomes(began: .billingFailed, good: .billingRecovered, bad: .billingLost)

    public static func queries(for request: FigureRequest) -> [RowQuery] { outcomes.queries(for: request) }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        outcomes.lines(answers, for: request, names: (began: "failed", good: "recovered", bad: "lost"))
    }
}
