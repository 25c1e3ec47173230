/// What there is at the end of each period: all that was booked before.
struct StandAtEnd {
    /// At the start of each period.
    let opening: [Total]
    /// At its end.
    let closing: [Total]

    static func queries(_ measures: [Measure], for request: FigureRequest) -> [RowQuery] {
        [request.opening(measures), request.flows(measures)]
    }

    /// - Parameter answers: To ``queries(_:for:)``.
    init(_ answers: some Collection<[RowSum]>, _ measures: [Measure], for request: FigureRequest) {
        let before = (answers.first ?? []).reduce(into: Total()) { total, sum in
            if measures.contains(sum.measure) { total.add(sum) }
        }
        let flows = PeriodTotals(answers.dropFirst().first ?? [], request)
        var opening: [Total] = []
        var closing: [Total] = []
        for index in request.periods.indices {
            opening.append(closing.last ?? before)
            closing.append(opening[index] + flows.total(measures, at: index))
        }
        self.opening = opening
        self.closing = closing
    }
}
