import Foundation

/// Measures what tests with a local store cost, in the build that this is.
///
/// Prints one line for each cost, for `purser-benchmarks` to make tables of: its name and two times in seconds; and, of those that
/// are compared with each other, its name and one time.
///
/// usage: purser-costs [NAME [ROUNDS]]
///
/// A profiler looks at one or several of those that are compared, whose names begin so, many times.
@main
struct Main {
    static func main() async throws {
        let wanted = CommandLine.arguments.dropFirst().first
        let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 20
        if wanted == nil {
            for cost in Cost.all {
                let (first, later) = try await cost.seconds(sessions: 12, turns: 9)
                print(cost.name, first, later)
            }
        }
        let costs = Cost.compared.filter { $0.name.hasPrefix(wanted ?? "") }
        let medians = try await Comparison(costs: costs).medians(rounds: rounds, turns: 9)
        for (cost, seconds) in zip(costs, medians) { print(cost.name, seconds) }
    }
}
