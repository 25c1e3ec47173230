import AppStoreModels
public import Foundation

/// Where real time comes from, so that tests can bring their own.
public struct RealTime: Sendable {
    /// What time it is.
    public let now: @Sendable () -> Date
    /// What time it would be if nobody had set the machine's clock since this was made: it only goes on.
    let steadyNow: @Sendable () -> Date
    /// Waits so many seconds; throws when the task is cancelled.
    public let sleep: @Sendable (TimeInterval) async throws -> Void

    /// A source of time.
    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void) {
        self.init(now: now, steadyNow: now, sleep: sleep)
    }

    /// A source of time whose clock can be set.
    init(
        now: @escaping @Sendable () -> Date,
        steadyNow: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void
    ) {
        self.now = now
        self.steadyNow = steadyNow
        self.sleep = sleep
    }

    /// The clock of this machine.
    public static let system: RealTime = {
        // It goes on while the machine sleeps, as the clock does that can be set.
        let clock = ContinuousClock()
        let (start, date) = (clock.now, Date())
        return RealTime(
            now: { Date() },
            steadyNow: { date.addingTimeInterval(start.duration(to: clock.now) / .seconds(1)) },
            sleep: { try await Task.sleep(seconds: $0) }
        )
    }()

    /// How far the machine's clock has been set ahead; negative if it was set back.
    var lead: TimeInterval { now().timeIntervalSince(steadyNow()) }
}
