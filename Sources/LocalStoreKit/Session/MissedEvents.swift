import LocalAppStore
import Locking

/// What happened while a device in this process was cut off: it hears of it when it is back, as one elsewhere does.
final class MissedEvents: Sendable {
    /// How many are kept, the newest. What is unfinished is looked up anyway when the device is back.
    static let limit = 4_096

    private let events = Locked([SessionEvent]())

    func add(_ new: [SessionEvent]) {
        events.withLock { events in
            events += new
            if events.count > 2 * Self.limit { events.removeFirst(events.count - Self.limit) }
        }
    }

    /// Everything that was missed, oldest first; it is missed no more.
    func take() -> [SessionEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// What happened before another state came in the place of the store's has not happened.
    func leaveOut(_ event: StoreEvent) {
        if event.name == .stateRestored { _ = take() }
    }
}
