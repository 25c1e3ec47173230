/// Costs that are compared with each other: taken in turns, so that what disturbs one disturbs the others as well.
struct Comparison {
    let costs: [Cost]

    /// The medians in seconds, in the order of the costs: half of the times are less.
    func medians(rounds: Int, turns: Int) async throws -> [Double] {
        var measured = [[Double]](repeating: [], count: costs.count)
        for _ in 0..<rounds {
            for (index, cost) in costs.enumerated() { measured[index] += try await cost.laterSeconds(turns: turns) }
        }
        return measured.map { $0.sorted()[$0.count / 2] }
    }
}
