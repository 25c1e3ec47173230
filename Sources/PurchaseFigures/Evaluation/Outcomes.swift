/// What became of what began in a period: well, badly, or not known yet.
struct Outcomes {
    let began: Measure
    let good: Measure
    let bad: Measure

    func queries(for request: FigureRequest) -> [RowQuery] { [request.cohorts([began, good, bad])] }

    /// - Parameter names: Of the lines of what began, went well and went badly.
    func lines(
        _ answers: [[RowSum]],
        for request: FigureRequest,
        names: (began: String, good: String, bad: String)
    ) -> [SeriesLine] {
        let totals = PeriodTotals(answers.first ?? [], request) { Day(rawValue: $0.cohort) }
        let pending = { (index: Int) in
            totals[began, index].count - totals[good, index].count - totals[bad, index].count
        }
        func line(_ name: String, _ value: (Int) -> FigureValue) -> SeriesLine {
            SeriesLine(name: name, points: request.points(isComplete: { pending($0) == 0 }, value))
        }
        return [
            line(names.good) { .share(totals[good, $0].count, of: totals[began, $0].count) },
            line(names.bad) { .share(totals[bad, $0].count, of: totals[began, $0].count) },
            line("pending") { .count(pending($0)) },
            line(names.began) { .count(totals[began, $0].count) },
        ]
    }
}
