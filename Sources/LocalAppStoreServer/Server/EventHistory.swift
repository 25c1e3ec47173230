import LocalAppStore
import Locking

/// The last events of a store since the server was made, for whoever asks.
final class EventHistory: Sendable {
    private let events: Locked<[StoreEvent]>
    private let observation: StoreObservation
    /// The latest event before the first one that is remembered.
    private let start: Int

    init(store: LocalAppStore, memory: Int = 1_000) {
        let events = Locked<[StoreEvent]>([])
        self.events = events
        start = store.latestEventSequence
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

    /// The number of the latest event.
    var latestSequence: Int {
        events.withLock { $0.last?.sequence ?? start }
    }

    /// Whether every event after a number is still remembered. Numbers that were never given out are not.
    func isComplete(after sequence: Int) -> Bool {
        events.withLock { events in
            let oldest = events.first?.sequence ?? start + 1
            let latest = events.last?.sequence ?? start
            return (oldest - 1...max(oldest - 1, latest)).contains(sequence)
        }
    }
}
