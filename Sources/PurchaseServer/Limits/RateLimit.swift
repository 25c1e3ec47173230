/// How often one key may ask.
public struct RateLimit: Sendable, Hashable {
    /// How many requests a second, in the long run.
    public var perSecond: Double
    /// How many at once, after a pause.
    public var burst: Int

    /// A limit.
    public init(perSecond: Double, burst: Int) {
        self.perSecond = perSecond
        self.burst = burst
    }

    /// What is wrong with it; nil if it can work.
    var mistake: String? {
        perSecond.isFinite && perSecond > 0 && burst >= 1
            ? nil : "a rate limit needs more than 0 requests a second and a burst of at least 1"
    }
}
