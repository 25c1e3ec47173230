import AppStoreModels
public import Foundation

/// How long to wait after each failed attempt to deliver a notification.
public struct NotificationRetrySchedule: Sendable, Hashable {
    /// Seconds after the attempt before; as many retries as there are elements.
    public let delays: [TimeInterval]

    /// A schedule of one's own.
    public init(delays: [TimeInterval]) { self.delays = delays }

    /// Five retries: 1, 12, 24, 48 and 72 hours after the attempt before, as the App Store does in production.
    public static let production = Self(delays: [1, 12, 24, 48, 72].map { $0 * 3_600 })
    /// Three retries: 6, 24 and 48 hours after the attempt before, as the App Store does in production in version 1.
    public static let productionVersionOne = Self(delays: [6, 24, 48].map { $0 * 3_600 })
    /// One attempt and no retry, as the App Store does in the sandbox.
    public static let sandbox = Self(delays: [])

    /// The App Store's schedule in an environment.
    static func usual(in environment: AppStoreEnvironment) -> Self {
        environment == .production ? .production : .sandbox
    }

    /// The schedule of version 1 that goes with this one of version 2.
    var versionOne: Self { self == .production ? .productionVersionOne : self }

    /// When the attempt after the `count`th is due, nil if that was the last.
    func nextAttempt(afterAttempt count: Int, at date: Date) -> Date? {
        guard count >= 1, count <= delays.count else { return nil }
        return date.addingTimeInterval(delays[count - 1])
    }
}
