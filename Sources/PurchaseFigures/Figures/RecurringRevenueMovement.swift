/// Why the monthly recurring revenue is another than before.
///
/// Opening and new and reactivated and expansion and contraction and churned and transferred are closing, exactly and
/// in every segment. Transfers are zero unless a filter or a split tells products, storefronts or currencies apart.
public enum RecurringRevenueMovement: PurchaseFigure {
    public static let id = "mrr-movement"
    public static let title = "Movement of the monthly recurring revenue"
    public static let definition =
        "Each change of what a subscription pays a month, at its moment: new at its first paid period, "
        + "reactivated after a lapse, expansion and contraction while it goes on, churned at its end; renewed "
        + "is what stayed and moves nothing."
    public static let isMoney = true

    private static let parts: [Measure] = [.new, .reactivated, .expansion, .contraction, .churned, .transferred]

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        StandAtEnd.queries(Measure.movement, for: request) + [request.flows([.renewed])]
    }

    /// What stands was paid for on any day before.
    public static func missingDays(for request: FigureRequest) -> Range<Day> {
        request.bounded(.before(request.days.upperBound), includingToday: true)
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let stand = StandAtEnd(answers, Measure.movement, for: request)
        let flows = PeriodTotals(answers.dropFirst().flatMap(\.self), request)
        return [request.line("opening") { .money(stand.opening[$0].amount) }]
            + parts.map { part in request.line(part.rawValue) { .money(flows[part, $0].amount) } }
            + [
                request.line("closing") { .money(stand.closing[$0].amount) },
                request.line("renewed") { .money(flows[.renewed, $0].amount) },
            ]
    }
}
