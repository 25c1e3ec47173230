/// Which part of the subscriptions ends.
public enum SubscriptionChurn: PurchaseFigure {
    public static let id = "churn"
    public static let title = "Churn"
    public static let definition =
        "Of the subscriptions active at the start of each period, how many ended before its end; net leaves "
        + "out those of them that were paid for again before its end."
    public static let isMoney = false

    public static func queries(for request: FigureRequest) -> [RowQuery] {
        StandAtEnd.queries(Measure.subscriptions, for: request)
            + request.periods.flatMap { period in
                let end = min(period.end, request.end(includingToday: false))
                var ended = request.query([.lost], days: request.bounded(period.days, includingToday: false))
                ended.cohorts = Day.distantPast.rawValue..<period.start.rawValue
                var returned = ended
                returned.steps = Day.distantPast.rawValue...max(Day.distantPast.rawValue, end.rawValue - 1)
                return [ended, returned]
            }
    }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        let stand = StandAtEnd(answers.prefix(2), Measure.subscriptions, for: request)
        func count(_ index: Int) -> Int64 { answers.indices.contains(index) ? answers[index].total(.lost).count : 0 }
        return [
            request.line("churn") { .share(count(2 + 2 * $0), of: stand.opening[$0].count) },
            request.line("net") { .share(count(2 + 2 * $0) - count(3 + 2 * $0), of: stand.opening[$0].count) },
        ]
    }
}
