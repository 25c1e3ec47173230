import NIOCore
import NIOPosix

/// Threads for servers that run beside those who ask them, in one process.
///
/// Whoever asks and waits without suspension, as StoreKit's first API does, holds a thread of the pool that all tasks share.
/// That pool has a thread for each processor. Were the servers' work done there, too, as many waiting callers as there are
/// processors would wait until they give up, each for the answer that none of them lets be made.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ServerThreads: TaskExecutor {
    static let shared = ServerThreads()

    /// Lives as long as the process.
    private let threads = NIOThreadPool(numberOfThreads: System.coreCount)

    private init() { threads.start() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        threads.submit { _ in job.runSynchronously(on: executor) }
    }
}
