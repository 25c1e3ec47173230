/// Sums by day, or by cohort, put into the periods of a request.
struct PeriodTotals {
    private var totals: [Measure: [Total]] = [:]
    private let count: Int

    /// - Parameters:
    ///   - sums: Kept apart by day, or by cohort.
    ///   - day: Which of the two says where a sum belongs.
    init(_ sums: [RowSum], _ request: FigureRequest, by day: (RowSum) -> Day = { $0.day }) {
        count = request.periods.count
        for sum in sums {
            guard let index = request.index(of: day(sum)) else { continue }
            totals[sum.measure, default: Array(repeating: Total(), count: count)][index].add(sum)
        }
    }

    /// What these measures come to in a period.
    func total(_ measures: [Measure], at index: Int) -> Total {
        measures.reduce(Total()) { $0 + (totals[$1]?[index] ?? Total()) }
    }

    /// What a measure comes to in a period.
    subscript(measure: Measure, index: Int) -> Total { totals[measure]?[index] ?? Total() }
}
