import Foundation

/// Measures what tests with a local store cost, in the build that this is.
///
/// Prints one line for each cost, its name and two times in seconds, for `purser-benchmarks` to make a table of.
@main
struct Main {
    static func main() async throws {
        // A profiler looks at one of them, many times.
        let wanted = CommandLine.arguments.dropFirst().first
        let turns = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 9
        for cost in Cost.all where wanted == nil || cost.name == wanted {
            let (first, later) = try await cost.seconds(turns: turns)
            print(cost.name, first, later)
        }
    }
}
