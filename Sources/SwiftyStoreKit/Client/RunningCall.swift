import Locking

/// A call that a task waits for; cancelling the task cancels it, whichever of the two comes first.
final class RunningCall: Sendable {
    private let state = Locked(State())

    private struct State: Sendable {
        var call: CancellableCall?
        var isCancelled = false
    }

    /// Waits for the value that `start` passes to its completion.
    nonisolated(nonsending) static func value<Value: Sendable>(
        of start: (@escaping @Sendable (Value) -> Void) -> (any InAppRequest)?
    ) async -> Value {
        let running = RunningCall()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let call = start { continuation.resume(returning: $0) }
                running.started(call as? CancellableCall)
            }
        } onCancel: {
            running.cancel()
        }
    }

    private func started(_ call: CancellableCall?) {
        let isCancelled = state.withLock { state in
            state.call = call
            return state.isCancelled
        }
        if isCancelled { call?.cancel() }
    }

    private func cancel() {
        let call = state.withLock { state in
            state.isCancelled = true
            return state.call
        }
        call?.cancel()
    }
}
