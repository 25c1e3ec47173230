/// What came in from each country.
public enum RevenueByStorefront: PurchaseFigure {
    public static let id = "revenue-by-storefront"
    public static let title = "Revenue by storefront"
    public static let definition =
        "What was paid in each storefront, less what was given back, each on its day and in the reporting "
        + "currency."
    public static let isMoney = true
    public static let dimension: SegmentDimension? = .storefront

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        [request.flows([.sold, .refunded], includingToday: true)]
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let flows = PeriodTotals(answers.first ?? [], request)
        return [request.line("net") { .money(flows.total([.sold, .refunded], at: $0).amount) }]
    }
}
