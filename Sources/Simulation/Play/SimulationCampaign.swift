/// Plays one seed after the other, and makes a story that fails short.
package struct SimulationCampaign: Sendable {
    /// How many days each story tells of.
    package var days: Int
    /// How many customers each story has.
    package var customers: Int
    /// Parts of the world that are worse than they should be.
    package var seams: SimulationSeams
    /// How many times a story that fails is played to make it shorter; 0 leaves it as it is.
    package var mostTries: Int

    /// What came of one seed.
    package struct Result: Sendable {
        /// The seed.
        package let seed: UInt64
        /// What came of its story.
        package let outcome: SimulationOutcome
        /// The story as short as it fails; nil if it does not fail.
        package let shortStory: SimulationStory?
        /// How the short story fails; nil if the story does not fail.
        package let shortFinding: SimulationFinding?
    }

    package init(
        days: Int = 20,
        customers: Int = 2,
        seams: SimulationSeams = SimulationSeams(),
        mostTries: Int = 200
    ) {
        (self.days, self.customers, self.seams, self.mostTries) = (days, customers, seams, mostTries)
    }

    /// The story of a seed.
    package func story(_ seed: UInt64) -> SimulationStory {
        var writer = StoryWriter(seed: seed, days: days, customers: customers)
        return writer.story()
    }

    /// Plays the story of a seed; one that fails is played again, shorter and shorter.
    package func play(_ seed: UInt64) async throws -> Result {
        let story = story(seed)
        let outcome = try await StoryPlayer.play(story, seams)
        guard let finding = outcome.finding else {
            return Result(seed: seed, outcome: outcome, shortStory: nil, shortFinding: nil)
        }
        let shrinker = StoryShrinker(rule: finding.rule, mostTries: mostTries) { [seams] in
            try await StoryPlayer.play($0, seams).finding
        }
        let short = try await shrinker.shrink(story, failingAfter: finding.step)
        return Result(
            seed: seed,
            outcome: outcome,
            shortStory: short,
            shortFinding: try await StoryPlayer.play(short, seams).finding
        )
    }
}
