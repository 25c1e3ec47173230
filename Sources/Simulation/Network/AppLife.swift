import Locking

/// Whether a launch of an app still runs.
final class AppLife: Sendable {
    private let isEnded = Locked(false)
    private let bell: SimulatedBell

    init(_ bell: SimulatedBell) { self.bell = bell }

    var isOver: Bool { isEnded.withLock { $0 } }

    /// The app is killed.
    func end() {
        isEnded.withLock { $0 = true }
        bell.ring()
    }
}
