/// What came in, and what went back.
public enum Revenue: PurchaseFigure {
    public static let id = "revenue"
    public static let title = "Revenue"
    public static let definition =
        "What was paid for purchases and renewals on the day of each, refunds on the day on which the money "
        + "was given back, net the sum of both; proceeds are what is left after tax and commission by the rules "
        + "that were stated."
    public static let isMoney = true

    public static let missingMeasures: [Measure] = [.priceMissing, .rateMissing, .proceedsMissing]

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        [request.flows([.sold, .refunded, .proceeds], includingToday: true)]
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let flows = PeriodTotals(answers.first ?? [], request)
        let hasProceeds = answers.first?.contains { $0.measure == .proceeds } ?? false
        return [
            request.line("gross") { .money(flows[.sold, $0].amount) },
            request.line("refunds") { .money(flows[.refunded, $0].amount) },
            request.line("net") { .money(flows.total([.sold, .refunded], at: $0).amount) },
        ] + (hasProceeds ? [request.line("proceeds") { .money(flows[.proceeds, $0].amount) }] : [])
    }
}
