package import Foundation

/// A count of requests that several processes keep together, so that all of them stay below one limit of the App Store.
///
/// Each process keeps a count of its own as well. Where the common one cannot be asked, that is what holds.
package protocol SharedTurns: Sendable {
    /// Takes a place.
    ///
    /// - Parameters:
    ///   - limit: Which limit, and how much it allows.
    ///   - patience: How many seconds the place may be away.
    /// - Returns: How long to wait for it, in seconds; nil, and nothing is taken, if that is longer than `patience`.
    /// - Throws: If the common count cannot be asked.
    func reserve(_ limit: SharedLimit, patience: TimeInterval) async throws -> TimeInterval?

    /// Lets nothing leave for some seconds, because the App Store said so.
    ///
    /// - Throws: If the common count cannot be asked.
    func close(_ limit: SharedLimit, for seconds: TimeInterval) async throws
}

/// One of the App Store's limits, as several processes count towards it.
package struct SharedLimit: Sendable, Hashable {
    /// Tells it from others: the app, the limit's class and the environment.
    package let name: String
    /// How many requests may leave at once after a pause.
    package let capacity: Double
    /// How many may leave a second in the long run.
    package let perSecond: Double

    /// A limit.
    package init(name: String, capacity: Double, perSecond: Double) {
        (self.name, self.capacity, self.perSecond) = (name, capacity, perSecond)
    }
}
