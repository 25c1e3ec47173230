import Foundation
import LocalAppStore
import Locking

/// What time it is in the world, for those who are there before the store is.
final class WorldClock: Sendable {
    private let store = Locked<LocalAppStore?>(nil)

    func follow(_ new: LocalAppStore) { store.withLock { $0 = new } }

    var now: Date { store.withLock { $0 }?.now ?? SimulatedWorld.start }
}
