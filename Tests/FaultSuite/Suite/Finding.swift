/// What came of one scenario.
public struct Finding: Sendable {
    /// Whether what must hold held.
    public enum Verdict: String, Sendable {
        case held
        /// Something did not hold, or there was no time to find out.
        case fell
        /// This machine lacks a tool, or this account a right.
        case notTried = "not tried"
    }

    /// The scenario's permanent name.
    public let id: String
    /// The threat that it answers.
    public let threat: Threat
    /// Whether it held.
    public let verdict: Verdict
    /// What was tried, with counts.
    public let tried: String
    /// One line: what was seen.
    public let evidence: String
    /// How long it took.
    public let seconds: Double
}
