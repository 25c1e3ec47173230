/// Why a body of work was given up.
package struct DeadlinePassed: Error {}

/// Does something that has to be done within a time; when that has passed, the work is cancelled.
///
/// - Parameters:
///   - time: How long it may take.
///   - clock: Measures it.
///   - work: Must end soon when its task is cancelled.
/// - Throws: ``DeadlinePassed``; what the work throws.
package func withDeadline<Value: Sendable>(
    _ time: Duration,
    clock: any Clock<Duration>,
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await clock.sleep(for: time)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let value = first else { throw DeadlinePassed() }
        return value
    }
}
