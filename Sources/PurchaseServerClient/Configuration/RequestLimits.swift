public import Foundation

/// How long the server is waited for.
public struct RequestLimits: Sendable, Hashable {
    /// How long one request may take, in seconds.
    public var timeout: TimeInterval
    /// How long a call of the app may take with all that it asks and tries again, in seconds; 0 for one try of ``timeout``.
    public var totalTimeout: TimeInterval
    /// How long it waits after the first failure, in seconds; each further one doubles it.
    public var firstDelay: TimeInterval
    /// The longest answer that is read, in bytes.
    public var maximumResponseLength: Int

    /// Limits.
    public init(
        timeout: TimeInterval = 10,
        totalTimeout: TimeInterval = 30,
        firstDelay: TimeInterval = 0.5,
        maximumResponseLength: Int = 4 * 1024 * 1024
    ) {
        self.timeout = timeout
        self.totalTimeout = totalTimeout
        self.firstDelay = firstDelay
        self.maximumResponseLength = maximumResponseLength
    }

    /// One try, and no more.
    public static let once = RequestLimits(totalTimeout: 0)

    /// The same with one try.
    var oneTry: Self {
        var limits = self
        limits.totalTimeout = 0
        return limits
    }

    var triesAgain: Bool { totalTimeout > 0 }
}
