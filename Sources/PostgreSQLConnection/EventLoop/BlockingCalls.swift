import NIOCore
import NIOPosix

/// Threads for the calls that cannot be made without waiting: looking up names, and `PQcancel`, which connects.
///
/// Few threads for the whole process; a call that hangs holds up later ones of its sort, whose callers have deadlines.
enum BlockingCalls {
    /// Looks up names and begins connections.
    static let lookups = pool(threads: 2)
    /// Asks servers to cancel, which must not stand behind names that nobody answers for.
    static let cancels = pool(threads: 2)

    private static func pool(threads: Int) -> NIOThreadPool {
        let pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
        return pool
    }
}
