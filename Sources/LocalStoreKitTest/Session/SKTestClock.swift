import Dispatch
public import Foundation
import LocalAppStore

/// Where the time of a test session comes from.
public struct SKTestClock: Sendable {
    let start: Date
    /// What time it is; nil for a clock that only a test moves.
    let now: (@Sendable () -> Date)?

    /// The clock of the machine, as in Xcode: subscriptions renew by themselves while the test runs.
    public static var system: SKTestClock { SKTestClock(start: Date()) { Date() } }

    /// A clock that stands still until the session moves it, see ``SKTestSession/advance(months:)``.
    public static func manual(from start: Date) -> SKTestClock { SKTestClock(start: start, now: nil) }

    /// A clock that `now` reads; it is asked several times a second.
    public static func reading(_ now: @escaping @Sendable () -> Date) -> SKTestClock {
        SKTestClock(start: now(), now: now)
    }

    private init(start: Date, now: (@Sendable () -> Date)?) {
        self.start = start
        self.now = now
    }
}

/// Keeps a store at the time of a clock.
final class ClockFollower: Sendable {
    private let now: @Sendable () -> Date
    private let store: LocalAppStore
    private let queue = DispatchQueue(label: "SKTestSession.clock")

    init(_ store: LocalAppStore, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Looks at the clock five times a second for as long as the follower lives.
    func run() {
        queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
            self?.catchUp()
            self?.run()
        }
    }

    /// Does everything that has fallen due. A clock that was set back is ignored until it is ahead again.
    func catchUp() {
        let time = now()
        if time > store.now { try? store.advance(to: time) }
    }
}
