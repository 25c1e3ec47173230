import Dispatch

/// Runs tasks on a queue of the system's.
package final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "purser.postgresql", attributes: .concurrent)

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
