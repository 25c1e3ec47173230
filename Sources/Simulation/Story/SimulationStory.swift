/// What happens in one run of the simulator: all of it, so that the same story is the same run on every machine.
///
/// As JSON it is what `purser simulate --story` replays.
package struct SimulationStory: Codable, Sendable, Hashable {
    /// Decides identifiers of the store; nothing else is left to chance.
    package var seed: UInt64
    /// How many customers there are, each with a device.
    package var customers: Int
    /// What happens, in order.
    package var steps: [SimulationStep]

    package init(seed: UInt64, customers: Int, steps: [SimulationStep]) {
        (self.seed, self.customers, self.steps) = (seed, customers, steps)
    }

    /// As many as one process plays in a time that somebody waits for.
    package static let mostCustomers = 1_000
    /// How many steps a story may have.
    package static let mostSteps = 1_000_000
}
