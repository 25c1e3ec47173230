import Foundation

/// Which paid period a chain is in, from one moment to the next.
///
/// Where periods overlap, because the App Store charged ahead, the one that began last counts: a chain is one
/// subscription.
struct ChainWalk {
    /// From a moment on.
    struct Step {
        let date: Date
        /// The period, an index; nil while nothing is paid for.
        let period: Int?
    }

    let steps: [Step]

    /// - Parameter periods: In the order in which they begin.
    init(_ periods: [ChainPeriod]) {
        var edges: [(date: Date, period: Int, begins: Bool)] = []
        for (index, period) in periods.enumerated() where !period.isTrial {
            for range in period.active {
                edges.append((range.lowerBound, index, true))
                edges.append((range.upperBound, index, false))
            }
        }
        edges.sort { ($0.date, $0.period) < ($1.date, $1.period) }
        var steps: [Step] = []
        var active: Set<Int> = []
        for (position, edge) in edges.enumerated() {
            if edge.begins { active.insert(edge.period) } else { active.remove(edge.period) }
            if position + 1 < edges.count, edges[position + 1].date == edge.date { continue }
            let current = active.max()
            if steps.isEmpty ? current != nil : steps[steps.count - 1].period != current {
                steps.append(Step(date: edge.date, period: current))
            }
        }
        self.steps = steps
    }
}
