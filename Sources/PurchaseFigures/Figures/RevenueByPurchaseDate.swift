/// What came in, with refunds where the purchase was.
public enum RevenueByPurchaseDate: PurchaseFigure {
    public static let id = "revenue-by-purchase-date"
    public static let title = "Revenue by date of purchase"
    public static let definition =
        "What was paid for purchases and renewals of each period, less what was given back of these since, "
        + "whenever that was."
    public static let isMoney = true

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        [
            request.flows([.sold], includingToday: true),
            request.cohorts([.refunded], includingToday: true),
        ]
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let sold = PeriodTotals(answers.first ?? [], request)
        let refunded = PeriodTotals(answers.last ?? [], request) { Day(rawValue: $0.cohort) }
        return [
            request.line("gross") { .money(sold[.sold, $0].amount) },
            request.refundable("refunds") { .money(refunded[.refunded, $0].amount) },
            request.refundable("net") { .money(sold[.sold, $0].amount + refunded[.refunded, $0].amount) },
        ]
    }
}
