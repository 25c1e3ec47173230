/// Something that holds of every good purchase flow, as data.
///
/// Identifiers are permanent: one that is not wanted any more is retired, and never given to another.
public struct Behaviour: Sendable, Hashable, Identifiable, Codable {
    /// How much it matters.
    public enum Level: String, Sendable, Codable, CaseIterable {
        /// A flow without it loses money, or takes it twice.
        case must
        /// A flow without it surprises.
        case should
        /// A flow may have it.
        case may
    }

    /// The name, such as `finish.after-delivery`.
    public let id: String
    /// How much it matters.
    public let level: Level
    /// What holds, in one sentence.
    public let statement: String
    /// What has to be possible for anybody to see whether it holds.
    public let needs: Set<Capability>

    init(_ id: String, _ level: Level, _ statement: String, needs: Set<Capability> = []) {
        (self.id, self.level, self.statement, self.needs) = (id, level, statement, needs)
    }
}
