import AppStoreModels
public import Foundation

/// Where real time comes from, so that tests can bring their own.
public struct RealTime: Sendable {
    /// What time it is.
    public let now: @Sendable () -> Date
    /// Waits so many seconds; throws when the task is cancelled.
    public let sleep: @Sendable (TimeInterval) async throws -> Void

    /// A source of time.
    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The clock of this machine.
    public static let system = RealTime(now: { Date() }, sleep: { try await Task.sleep(seconds: $0) })
}
