/// How many times longer than it says everything may take: what is played beside other tests waits for the machine.
enum Patience {
    @TaskLocal static var factor = 1
}

/// Waits for a body, but not longer than a limit, times ``Patience``.
///
/// - Throws: ``Fall`` when the time is over; what the body throws.
func within<Value: Sendable>(
    _ limit: Duration,
    _ what: String,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Finished<Value>.self) { tasks in
        tasks.addTask { .body(try await body()) }
        tasks.addTask {
            try await Task.sleep(for: limit * Patience.factor)
            return .time
        }
        defer { tasks.cancelAll() }
        guard case .body(let value)? = try await tasks.next() else {
            throw Fall("\(what) took longer than \((limit * Patience.factor).text)")
        }
        return value
    }
}

private enum Finished<Value: Sendable>: Sendable {
    case body(Value)
    case time
}

extension Duration {
    /// Whole and fraction in seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    /// For a person, to a tenth of a second.
    var text: String { "\((inSeconds * 10).rounded() / 10) s" }
}
