import DequeModule
import Dispatch
import Locking
import NIOCore

/// The threads that servers work on, which nobody else uses.
///
/// Whoever asks a server in the same process and waits without suspension, as StoreKit's first API does, holds a thread of the
/// pool that all tasks share. That pool has a thread for each processor. Were the servers' work done there, too, as many waiting
/// callers as there are processors would wait until they give up, each for the answer that none of them lets be made.
///
/// There are two more than processors. Whoever writes to the database or to a socket takes a processor now and then, and when
/// that thread waits for the disk, Linux does not at once move over the one that stands in line for the other processor: it leaves
/// this one with nothing to do, for milliseconds at times. A thread that is woken is placed there, and so there must be one that
/// can be.
///
/// Work is begun in the order in which it came, whatever its priority. A thread is woken only while not all of them work. (NIO's
/// pool calls one for each piece of work: threads spent their time waking, and waiting for the lock of its line.)
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class ServerThreads: TaskExecutor {
    package static let shared = ServerThreads(count: System.coreCount + 2)

    private struct State {
        /// What waits for a thread.
        var jobs = Deque<UnownedJob>()
        /// The threads that have nothing to do: each is a serial queue, which has one whenever it needs it.
        var idle: [DispatchQueue]
    }

    private let state: Locked<State>

    /// How much waits for a thread.
    var waitingCount: Int { state.withLock { $0.jobs.count } }

    init(count: Int) {
        state = Locked(State(idle: (0..<count).map { DispatchQueue(label: "purser.server.\($0)") }))
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let woken = state.withLock { state in
            state.jobs.append(job)
            return state.idle.popLast()
        }
        guard let woken else { return }
        woken.async { [self] in work(on: woken) }
    }

    private func work(on queue: DispatchQueue) {
        let executor = asUnownedTaskExecutor()
        while let job = next(for: queue) { job.runSynchronously(on: executor) }
    }

    /// What is done next; nil if there is nothing, and then the thread is one that can be woken.
    private func next(for queue: DispatchQueue) -> UnownedJob? {
        state.withLock { state in
            if let job = state.jobs.popFirst() { return job }
            state.idle.append(queue)
            return nil
        }
    }
}
