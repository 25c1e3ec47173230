import Locking

/// Has one thread write at a time: two writes at the same time could reach the storage in the wrong order.
final class SingleWriter: Sendable {
    private let state = Locked(State())

    private struct State: Sendable {
        var isWriting = false
        var isDue = false
    }

    /// Writes, unless somebody is writing: then that one writes once more.
    ///
    /// - Parameter body: Writes what is the newest when it is called; the same for all who call this.
    func write(_ body: () -> Void) {
        let isWriter = state.withLock { state in
            defer { (state.isWriting, state.isDue) = (true, true) }
            return !state.isWriting
        }
        while isWriter, isDue() { body() }
    }

    private func isDue() -> Bool {
        state.withLock { state in
            defer { state.isDue = false }
            if !state.isDue { state.isWriting = false }
            return state.isDue
        }
    }
}
