import Foundation

/// How far the clock of a server is from that of the database that it shares.
///
/// Until when something is taken is written, and read, by the clocks of servers: one that is further ahead than that time takes
/// everything from those who are just at it, and it is done twice.
package struct ClockDifference: Sendable, Equatable, CustomStringConvertible {
    /// By how many seconds the server is ahead; below zero it is behind.
    let seconds: TimeInterval
    /// By how many seconds that may be wrong: nobody knows how much of the wait was the way there.
    let uncertainty: TimeInterval

    /// How many seconds there may be between the two, far fewer than those for which something is taken.
    static let tolerance: TimeInterval = 30

    /// - Parameters:
    ///   - asked: When the database was asked, by the server's clock.
    ///   - database: What it said.
    ///   - answered: When the answer was there, by the server's clock.
    init(asked: Date, database: Date, answered: Date) {
        uncertainty = max(answered.timeIntervalSince(asked), 0) / 2
        seconds = asked.timeIntervalSince(database) + uncertainty
    }

    /// Whether it is more than there may be, for certain.
    package var isTooLarge: Bool { abs(seconds) - uncertainty > Self.tolerance }

    /// For example `64 seconds ahead of`.
    package var description: String {
        let whole = Int64(exactly: abs(seconds).rounded()) ?? .max
        return "\(whole) \(whole == 1 ? "second" : "seconds") \(seconds > 0 ? "ahead of" : "behind")"
    }
}
