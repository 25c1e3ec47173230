import Locking

/// Tasks that wait for the same thing to happen.
final class Waiters: Sendable {
    private let state = Locked(State())

    private struct State: Sendable {
        var next = 0
        var continuations: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    /// Waits for ``release()``, unless it is not needed, or the task is cancelled.
    ///
    /// - Parameter isOver: Whether there is nothing to wait for; asked when a release cannot be missed any more.
    func wait(unless isOver: () -> Bool) async {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.continuations[number] = continuation }
                if isOver() || Task.isCancelled { release(number) }
            }
        } onCancel: {
            release(number)
        }
    }

    /// Lets all go on.
    func release() {
        let released = state.withLock { state in
            defer { state.continuations = [:] }
            return state.continuations.values.map { $0 }
        }
        for continuation in released { continuation.resume() }
    }

    private func release(_ number: Int) {
        state.withLock { $0.continuations.removeValue(forKey: number) }?.resume()
    }
}
