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
/// A thread works for each processor, and two more where some are at something long. Whoever writes to the database or to a
/// socket takes a processor now and then, and when that thread waits for the disk, Linux does not at once move over the one that
/// stands in line for the other processor: it leaves this one with nothing to do, for milliseconds at times. A thread that is
/// woken is placed there, and so there must be one that can be. Where all work is short, more threads only take turns.
///
/// Work is begun in the order in which it came, whatever its priority. A thread is woken only while not enough of them work.
/// (NIO's pool calls one for each piece of work: threads spent their time waking, and waiting for the lock of its line.)
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package final class ServerThreads: TaskExecutor {
    package static let shared = ServerThreads(count: System.coreCount)

    /// How many more work at the same time where some are at something long.
    static let additionalCount = 2

    private struct State {
        /// How many work at the same time where all work is short.
        let count: Int
        /// What waits for a thread.
        var jobs = Deque<UnownedJob>()
        /// The threads that have nothing to do: each is a serial queue, which has one whenever it needs it.
        var idle: [DispatchQueue]
        var workingCount = 0
        /// How many are at something long.
        var longCount = 0

        init(count: Int) {
            self.count = count
            idle = (0..<(count + additionalCount)).map { DispatchQueue(label: "purser.server.\($0)") }
        }

        /// One that shall work now.
        mutating func woken() -> DispatchQueue? {
            guard !jobs.isEmpty, workingCount < count + min(longCount, additionalCount), let queue = idle.popLast()
            else {
                return nil
            }
            workingCount += 1
            return queue
        }

        /// What is done next; nil if the thread is not needed, and then it can be woken.
        mutating func next(for queue: DispatchQueue) -> UnownedJob? {
            // Who was woken stays while anything is long: else it would be woken again in a moment.
            if workingCount <= count || longCount > 0, let job = jobs.popFirst() { return job }
            idle.append(queue)
            workingCount -= 1
            return nil
        }
    }

    private let state: Locked<State>

    /// How much waits for a thread.
    var waitingCount: Int { state.withLock { $0.jobs.count } }
    /// How many threads work, or are about to look for work.
    var workingCount: Int { state.withLock { $0.workingCount } }

    init(count: Int) { state = Locked(State(count: max(count, 1))) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        change { $0.jobs.append(job) }
    }

    /// Does what takes a processor for long compared with most requests, as signatures do.
    ///
    /// - Throws: What the work throws.
    package func doLong<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        change { $0.longCount += 1 }
        defer { state.withLock { $0.longCount -= 1 } }
        return try work()
    }

    private func change(_ change: (inout State) -> Void) {
        let woken = state.withLock { state in
            change(&state)
            return state.woken()
        }
        guard let woken else { return }
        woken.async { [self] in work(on: woken) }
    }

    private func work(on queue: DispatchQueue) {
        let executor = asUnownedTaskExecutor()
        while let job = state.withLock({ $0.next(for: queue) }) { job.runSynchronously(on: executor) }
    }
}
