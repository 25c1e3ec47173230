import Locking

/// Runs a piece of work one time after the other, never twice at once.
///
/// Who asks while it runs gets the result of the run that follows, together with everybody else who asked meanwhile: a run
/// that has begun may have looked before there was something to see.
final class FollowingRun<Value: Sendable>: Sendable {
    private let state = Locked(State())

    private struct State: Sendable {
        var running: Task<Value, Never>?
        var following: Task<Value, Never>?
        var waiting = 0
    }

    /// How many wait for a run that has not begun.
    var waiting: Int { state.withLock { $0.waiting } }

    /// The result of a run that begins after this call. Only the work of the first who waits for it is done.
    func value(of work: @escaping @Sendable () async -> Value) async -> Value {
        let task = state.withLock { state -> Task<Value, Never> in
            guard let running = state.running else {
                let task = Task { await self.run(work) }
                state.running = task
                return task
            }
            state.waiting += 1
            if let following = state.following { return following }
            let task = Task {
                _ = await running.value
                self.follow()
                return await self.run(work)
            }
            state.following = task
            return task
        }
        return await task.value
    }

    private func follow() {
        state.withLock { ($0.running, $0.following, $0.waiting) = ($0.following, nil, 0) }
    }

    private func run(_ work: @Sendable () async -> Value) async -> Value {
        let value = await work()
        // With somebody waiting, the run that follows takes the place of this one.
        state.withLock { if $0.following == nil { $0.running = nil } }
        return value
    }
}
