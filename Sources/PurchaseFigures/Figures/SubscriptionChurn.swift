/// Which part of the subscriptions ends.
public enum SubscriptionChurn: PurchaseFigure {
    public static let id = "churn"
    public static let title = "Churn"
    public static let definition =
        "Of the subscriptions active at the start of each period, how many ended before its end; net leaves "
        + "out those of them that were paid for again before its end."
    public static let isMoney = false

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        var ended = request.query(
            [Measure.lost] + [correction(for: request)].compactMap(\.self),
            days: request.bounded(request.days, includingToday: false),
            groups: [.day, .cohort, .step]
        )
        let cohorts = Range<Day>.before(request.periods.last?.start ?? .distantPast)
        ended.cohorts = cohorts.lowerBound.rawValue..<cohorts.upperBound.rawValue
        return StandAtEnd.queries(Measure.subscriptions, for: request) + [ended]
    }

    /// A subscription that ends in a segment was active in it at the start of the period only if it had not come there since.
    ///
    /// - Returns: Of the corrections the one for just those members that are told apart; two would each take it away.
    private static func correction(for request: FigureRequest) -> Measure? {
        let told = Set(request.filter.values.keys).union(request.dimension.map { [$0] } ?? [])
        return Measure.corrections.first { $0.members == told.intersection(Measure.movable) }?.measure
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let stand = StandAtEnd(answers.prefix(2), Measure.subscriptions, for: request)
        var ended = request.periods.map { _ in Int64(0) }
        var returned = ended
        for sum in answers.last ?? [] {
            guard let index = request.index(of: sum.day) else { continue }
            let period = request.periods[index]
            guard sum.cohort < period.start.rawValue else { continue }
            ended[index] &+= sum.count
            if sum.step < min(period.end, request.end(includingToday: false)).rawValue { returned[index] &+= sum.count }
        }
        return [
            request.line("churn") { .share(ended[$0], of: stand.opening[$0].count) },
            request.line("net") { .share(ended[$0] - returned[$0], of: stand.opening[$0].count) },
        ]
    }
}
