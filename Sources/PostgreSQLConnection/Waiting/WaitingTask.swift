import Dispatch
import Locking

/// Asynchronous work for which a thread waits, before a server begins.
///
/// The work runs on threads of its own: were it on those that all tasks share, it might wait for the very thread that
/// waits for it.
package enum WaitingTask {
    /// Where the work runs.
    package static let executor = QueueExecutor()

    /// The value of the work. It is for whoever knows that the work ends by itself.
    ///
    /// - Throws: What the work throws.
    package static func value<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let place = Locked<Result<Value, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task(executorPreference: executor) {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            place.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = place.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}
