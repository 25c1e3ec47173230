/// How large a JSON text may be before it is refused.
///
/// Besides there is a limit on how many values and names of members it may have: a value of two bytes takes fifty of memory.
/// It is 20,000 and one more for each eight bytes, and what Apple sends has twenty bytes for each.
public struct JSONLimits: Sendable, Hashable {
    /// The longest text, in bytes.
    public var maximumLength: Int
    /// How many arrays and objects may stand inside each other.
    public var maximumDepth: Int
    /// How many values and names there may be in a text of any length; nil for what its length allows.
    private var maximumCount: Int?

    /// Limits; the defaults fit everything Apple sends.
    public init(maximumLength: Int = 16 * 1024 * 1024, maximumDepth: Int = 64) {
        self.maximumLength = maximumLength
        self.maximumDepth = maximumDepth
    }

    /// Limits for what strangers send to a server. The largest that is meant, a notification of version 1 with a hundred
    /// transactions, has 7,000 values and names; what is longer than others has longer texts, not more of them.
    package static func request(maximumLength: Int) -> JSONLimits {
        var limits = JSONLimits(maximumLength: maximumLength)
        limits.maximumCount = leastCount
        return limits
    }

    /// How many values and names a text of this length may have.
    func maximumCount(ofLength length: Int) -> Int { maximumCount ?? Self.leastCount + length / 8 }

    private static let leastCount = 20_000
}
