/// Which part of the periods is renewed.
public enum RenewalRate: PurchaseFigure {
    public static let id = "renewal-rate"
    public static let title = "Renewal rate"
    public static let definition =
        "Of the paid periods that were renewed in each period or ended in it without, how many were renewed; "
        + "a charge that succeeds after tries that failed is a renewal on its day, an upgrade is none."
    public static let isMoney = false

    public static func queries(for request: FigureRequest) -> [RowQuery] { [request.flows([.renewed, .lapsed])] }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let flows = PeriodTotals(answers.first ?? [], request)
        return [
            request.line("renewed") {
                .share(flows[.renewed, $0].count, of: flows.total([.renewed, .lapsed], at: $0).count)
            }
        ]
    }
}
