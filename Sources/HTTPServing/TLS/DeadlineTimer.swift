import NIOCore

/// One timer for several deadlines. It is set anew only where it would be late.
struct DeadlineTimer {
    private var current: (end: NIODeadline, task: Scheduled<Void>)?

    /// Sees to it that `check` is called at `end` or earlier; the last one set, nothing else is due.
    ///
    /// - Parameters:
    ///   - end: The next deadline; nil if there is none.
    ///   - loop: Where it is called.
    ///   - check: Looks what is due; calls ``expired()`` first.
    mutating func set(_ end: NIODeadline?, on loop: any EventLoop, _ check: @escaping () -> Void) {
        guard let end else { return }
        if let current {
            guard end < current.end else { return }
            current.task.cancel()
        }
        current = (end, loop.assumeIsolatedUnsafeUnchecked().scheduleTask(deadline: end, check))
    }

    mutating func expired() { current = nil }

    mutating func cancel() {
        current?.task.cancel()
        current = nil
    }
}
