import LocalAppStore
import Locking

/// The last events of a store since the server was made, for whoever asks.
final class EventHistory: Sendable {
    private let events: Locked<[StoreEvent]>
    private let observation: StoreObservation

    init(store: LocalAppStore, memory: Int = 1_000) {
        let events = Locked<[StoreEvent]>([])
        self.events = events
        observation = store.observe { event in
            events.withLock { events in
                events.append(event)
                // Cut rarely, so that remembering an event does not move all others.
                if events.count >= 2 * memory { events.removeFirst(events.count - memory) }
            }
        }
    }

    /// The events after a number, oldest first.
    func events(after sequence: Int) -> [StoreEvent] {
        events.withLock { events in events.filter { $0.sequence > sequence } }
    }
}
