import LocalAppStore
import Locking

extension LocalAppStore {
    /// The events that a store tells of while something is done with it.
    func heard(during body: () throws -> Void) throws -> [StoreEvent] {
        let events = Locked<[StoreEvent]>([])
        let observation = observe { event in events.withLock { $0.append(event) } }
        try body()
        observation.cancel()
        return events.withLock { $0 }
    }
}
