import Locking

/// Where a device asks its store: one piece of work after the other, in the order in which they came.
final class WorkQueue: Sendable {
    private struct State: Sendable {
        var waiting: [@Sendable () -> Void] = []
        var isBusy = false
    }

    private let queue: CallbackQueue
    private let state = Locked(State())

    init(_ queue: CallbackQueue) { self.queue = queue }

    /// Runs `work` later, after everything that was enqueued before it.
    func enqueue(_ work: @escaping @Sendable () -> Void) {
        guard queue.runsByItself else { return queue.enqueue(work) }
        let isFirst = state.withLock { state in
            defer { state.isBusy = true }
            state.waiting.append(work)
            return !state.isBusy
        }
        if isFirst { continueLater() }
    }

    /// Runs `work` on this thread if nothing else runs or waits; then nobody has to wait for another thread, which takes longer
    /// than most work does.
    ///
    /// - Returns: Whether it ran. On a queue that somebody cranks by hand it never does.
    func runAtOnce(_ work: () -> Void) -> Bool {
        guard queue.runsByItself else { return false }
        let isFree = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        guard isFree else { return false }
        work()
        let isMore = state.withLock { state in
            state.isBusy = !state.waiting.isEmpty
            return state.isBusy
        }
        if isMore { continueLater() }
        return true
    }

    private func continueLater() {
        queue.enqueue { [self] in
            while let works = takeWaiting() {
                for work in works { work() }
            }
        }
    }

    /// What waits, oldest first; nil if nothing does, and then the queue is free.
    private func takeWaiting() -> [@Sendable () -> Void]? {
        state.withLock { state in
            defer { state = State(isBusy: !state.waiting.isEmpty) }
            return state.waiting.isEmpty ? nil : state.waiting
        }
    }
}
