/// How large a JSON text may be before it is refused.
public struct JSONLimits: Sendable, Hashable {
    /// The longest text, in bytes.
    public var maximumLength: Int
    /// How many arrays and objects may stand inside each other.
    public var maximumDepth: Int

    /// Limits; the defaults fit everything Apple sends.
    public init(maximumLength: Int = 16 * 1024 * 1024, maximumDepth: Int = 64) {
        self.maximumLength = maximumLength
        self.maximumDepth = maximumDepth
    }
}
