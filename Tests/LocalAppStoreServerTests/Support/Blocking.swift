import Foundation

/// Runs what waits for a server on a thread of its own: the server needs the threads of the tasks for its answer, and
/// Dispatch's global queues are those threads.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}

extension Result where Failure == any Error {
    /// What came of a body, for someone who has to clean up before it is told.
    static func catching(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
