import Locking

/// Rings when something has happened that somebody may wait for.
final class SimulatedBell: Sendable {
    private struct State {
        var count = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    private let state = Locked(State())

    /// How often it has rung.
    var count: Int { state.withLock { $0.count } }

    func ring() {
        let waiting = state.withLock { state in
            state.count += 1
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when it has rung since a count, or when the task is cancelled.
    func wait(after seen: Int) async {
        let place = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.count == seen, !Task.isCancelled else { return false }
                    state.waiting[place] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: place) }?.resume()
        }
    }
}
