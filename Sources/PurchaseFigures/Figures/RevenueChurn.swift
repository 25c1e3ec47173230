/// Which part of the monthly recurring revenue ends.
public enum RevenueChurn: PurchaseFigure {
    public static let id = "mrr-churn"
    public static let title = "Churn of the monthly recurring revenue"
    public static let definition =
        "The monthly recurring revenue that ended in each period as a share of what there was at its start; "
        + "net adds what contracted, and takes off what expanded and what came back."
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
        let flows = PeriodTotals(answers.last ?? [], request)
        let net: [Measure] = [.churned, .contraction, .expansion, .reactivated]
        return [
            request.line("churn") { .share(part: -flows[.churned, $0].amount, whole: stand.opening[$0].amount) },
            request.line("net") {
                .share(part: -flows.total(net, at: $0).amount, whole: stand.opening[$0].amount)
            },
        ]
    }
}
