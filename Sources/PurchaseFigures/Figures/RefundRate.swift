/// Which part of what was sold was given back.
public enum RefundRate: PurchaseFigure {
    public static let id = "refund-rate"
    public static let title = "Refund rate"
    public static let definition =
        "Of what was paid for in each period, how much has been refunded since: by the number of purchases, "
        + "where a part refund counts as one, and by money, where it counts as its part."
    public static let isMoney = true

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        RevenueByPurchaseDate.queries(for: request)
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let sold = PeriodTotals(answers.first ?? [], request)
        let refunded = PeriodTotals(answers.last ?? [], request) { Day(rawValue: $0.cohort) }
        return [
            request.refundable("purchases") { .share(refunded[.refunded, $0].count, of: sold[.sold, $0].count) },
            request.refundable("money") {
                .share(part: -refunded[.refunded, $0].amount, whole: sold[.sold, $0].amount)
            },
        ]
    }
}
