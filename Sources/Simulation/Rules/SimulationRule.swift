/// Something that must be true in every story, as data: what people read, and what is looked at.
package struct SimulationRule: Sendable {
    /// When a rule is looked at.
    package enum Moment: String, Sendable, Hashable {
        /// After every step.
        case always
        /// When nothing goes wrong any more and everybody had time to hear of everything.
        case settled
    }

    /// Its number, which it keeps for ever.
    package let number: Int
    /// Its name in a few words.
    package let name: String
    /// What must be true, as the documentation says it.
    package let statement: String
    /// When it is looked at.
    package let moment: Moment
    /// Finds what contradicts it; nothing if it holds.
    let check: @Sendable (SimulatedWorld) async throws -> [String]
}

/// A rule that did not hold.
package struct SimulationFinding: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The rule's number; 0 for a simulator that could not go on.
    package let rule: Int
    /// After which step, counted from 1.
    package let step: Int
    /// What was seen.
    package let seen: String

    package var description: String { "rule \(rule) after step \(step): \(seen)" }
}
