import Locking

/// Numbers the steps of a story.
final class StepCounter: Sendable {
    private let count = Locked(0)

    /// 1 at first, then one more each time.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
