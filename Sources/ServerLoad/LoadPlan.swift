/// How hard a purchase server is asked, and for how long.
package struct LoadPlan: Sendable, Hashable {
    /// When requests begin.
    package enum Pace: Sendable, Hashable {
        /// So many a second, evenly, whether the server keeps up or not; each is timed from when it was due.
        case rate(perSecond: Double)
        /// Each connection asks again as soon as it was answered, so a slow server is asked less.
        case asAnswered
    }

    /// When requests begin.
    package var pace: Pace
    /// How many are under way at once, at most.
    package var connections: Int
    /// For how long it is not counted, in seconds.
    package var warmUp: Double
    /// For how long it is, in seconds.
    package var duration: Double
    /// What is done how often.
    package var mix: LoadMix
    /// From what all choices follow.
    package var seed: UInt64

    /// A plan.
    package init(
        pace: Pace = .asAnswered,
        connections: Int = 16,
        warmUp: Double = 5,
        duration: Double = 30,
        mix: LoadMix = .usual,
        seed: UInt64 = 1
    ) {
        self.pace = pace
        self.connections = connections
        self.warmUp = warmUp
        self.duration = duration
        self.mix = mix
        self.seed = seed
    }

    /// What is wrong with it; nil if it can be carried out.
    package var mistake: String? {
        if case .rate(let perSecond) = pace, !(0.001...1_000_000).contains(perSecond) {
            return "a rate is 0.001 to 1,000,000 requests a second"
        }
        guard (1...10_000).contains(connections) else { return "there are 1 to 10,000 connections" }
        guard (0...86_400).contains(warmUp), (0.001...86_400).contains(duration) else {
            return "it goes on for a day at most, and is counted for at least a millisecond"
        }
        return nil
    }

    /// How many requests there will be, if that is known before.
    package var requestCount: Int? {
        guard case .rate(let perSecond) = pace else { return nil }
        return Int((perSecond * (warmUp + duration)).rounded(.up))
    }
}
