import Locking

/// Whether the server takes more requests; one that is about to end should get none.
final class Readiness: Sendable {
    private let hasEnded = Locked(false)

    var isEnding: Bool { hasEnded.withLock { $0 } }

    func end() { hasEnded.withLock { $0 = true } }
}
