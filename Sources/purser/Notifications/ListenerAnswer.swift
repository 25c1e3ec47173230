import ArgumentParser
import Foundation

/// How a receiver of notifications answers: `200`, `500`, `slow:40`, `cut`.
struct ListenerAnswer: ExpressibleByArgument, Sendable, Hashable, CustomStringConvertible {
    /// How long a slow answer takes unless told: longer than the App Store waits, in seconds.
    private static let slow: TimeInterval = 35
    /// The longest that an answer may take, in seconds.
    private static let longest: TimeInterval = 600

    /// The HTTP status.
    let status: Int
    /// How long it takes, in seconds.
    let delay: TimeInterval
    /// Whether the connection ends in the middle of it.
    let isCut: Bool
    let description: String

    init?(argument: String) {
        description = argument
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        switch (parts[0], parts.count) {
        case ("slow", 1): (status, delay, isCut) = (200, Self.slow, false)
        case ("slow", 2):
            guard let seconds = TimeInterval(String(parts[1])), (0...Self.longest).contains(seconds) else { return nil }
            (status, delay, isCut) = (200, seconds, false)
        case ("cut", 1): (status, delay, isCut) = (200, 0, true)
        default:
            guard let status = Int(argument), (200...599).contains(status) else { return nil }
            (self.status, delay, isCut) = (status, 0, false)
        }
    }
}
