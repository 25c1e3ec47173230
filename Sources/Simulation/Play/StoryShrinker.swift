/// Makes a story that fails as short as it can: leaves out halves, then quarters, and so on down to single steps, as long as
/// the same rule goes on not to hold (delta debugging, Zeller, Hildebrandt 2002).
package struct StoryShrinker: Sendable {
    /// The rule of which the story tells that it does not hold.
    private let rule: Int
    /// How many times a story may be played.
    private let mostTries: Int
    /// Plays a story: the rule that does not hold, and after which step.
    private let play: @Sendable (SimulationStory) async throws -> SimulationFinding?

    package init(
        rule: Int,
        mostTries: Int = 200,
        play: @escaping @Sendable (SimulationStory) async throws -> SimulationFinding?
    ) {
        (self.rule, self.mostTries, self.play) = (rule, mostTries, play)
    }

    /// - Parameters:
    ///   - story: A story that fails.
    ///   - step: After which of its steps.
    /// - Returns: A story that fails by the same rule, of which no single step can be left out, unless ``init``'s tries were over
    ///   before.
    package func shrink(_ story: SimulationStory, failingAfter step: Int) async throws -> SimulationStory {
        var best = story
        // What comes after the failure does not matter.
        best.steps = Array(story.steps.prefix(step))
        var tries = 0
        var size = max(1, best.steps.count / 2)
        while true {
            var hasShrunk = false
            var start = 0
            while start < best.steps.count, tries < mostTries {
                var shorter = best
                shorter.steps.removeSubrange(start..<min(start + size, best.steps.count))
                tries += 1
                if !shorter.steps.isEmpty, let finding = try await play(shorter), finding.rule == rule {
                    shorter.steps = Array(shorter.steps.prefix(finding.step))
                    best = shorter
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            guard tries < mostTries else { break }
            if size > 1 { size = max(1, size / 2) } else if !hasShrunk { break }
        }
        return try await withFewerCustomers(best)
    }

    /// Customers to whom nothing happens are left out, and the others counted anew.
    private func withFewerCustomers(_ story: SimulationStory) async throws -> SimulationStory {
        let used = Set(story.steps.compactMap(\.customer)).sorted()
        guard used.count < story.customers else { return story }
        var fewer = story
        fewer.customers = max(1, used.count)
        let numbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
        fewer.steps = story.steps.map { step in
            step.customer.flatMap { numbers[$0] }.map(step.of) ?? step
        }
        return try await play(fewer)?.rule == rule ? fewer : story
    }
}
