import Foundation
import Locking

/// How many finishes are on their way to the store, and who waits for them.
final class RunningFinishes: Sendable {
    private let count = Locked(0)
    private let waiters = Waiters()

    /// One begins.
    func begin() { count.withLock { $0 += 1 } }

    /// One has reached the store, or will not.
    func end() {
        let left = count.withLock { count in
            count -= 1
            return count
        }
        if left == 0 { waiters.release() }
    }

    /// Waits until none is on its way, but no longer than some seconds.
    func over(within seconds: TimeInterval, _ sleep: @escaping @Sendable (TimeInterval) async throws -> Void) async {
        guard isAnyOnItsWay else { return }
        let isLate = Locked(false)
        let deadline = Task { [waiters] in
            try? await sleep(seconds)
            isLate.withLock { $0 = true }
            waiters.release()
        }
        defer { deadline.cancel() }
        // Released by the deadline of somebody else, too.
        while isAnyOnItsWay, !isLate.withLock({ $0 }), !Task.isCancelled {
            await waiters.wait { !isAnyOnItsWay || isLate.withLock { $0 } }
        }
    }

    private var isAnyOnItsWay: Bool { count.withLock { $0 > 0 } }
}
