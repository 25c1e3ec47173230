/// The answers to a figure's queries, one set for each segment.
struct SplitAnswers {
    /// What concerns one segment.
    struct Segment {
        let name: String
        /// To each query.
        var answers: [[RowSum]]
    }

    /// Sorted by name; those that are told together come last.
    let segments: [Segment]

    /// - Parameters:
    ///   - answers: To each query, of all segments.
    ///   - isSplit: Whether segments are told apart.
    ///   - limit: How many there are at most.
    init(_ answers: [[RowSum]], isSplit: Bool, limit: Int) {
        guard isSplit else {
            segments = [Segment(name: "", answers: answers)]
            return
        }
        var sizes: [String: UInt64] = [:]
        for sum in answers.joined() { sizes[sum.name, default: 0] &+= sum.count.magnitude }
        var told = Set(sizes.keys)
        if sizes.count > limit {
            let largest = sizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit - 1)
            told = Set(largest.map(\.key))
        }
        let others = FigureSeries.otherSegments
        var order = told.sorted()
        if told.count < sizes.count, !told.contains(others) { order.append(others) }
        var segments = order.map { Segment(name: $0, answers: answers.map { _ in [] }) }
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        for (query, sums) in answers.enumerated() {
            for sum in sums {
                guard let place = places[sum.name] ?? places[others] else { continue }
                segments[place].answers[query].append(sum)
            }
        }
        self.segments = segments
    }
}
