import Locking

/// Keeps what is notified until somebody reads it.
final class NotificationMailbox: Sendable {
    private struct State {
        var kept: RequestQueue<PostgreSQLNotification> = RequestQueue()
        var isOverfull = false
        var end: PostgreSQLError?
        var reader: CheckedContinuation<PostgreSQLSignal, any Error>?

        /// The next signal, if there is one.
        mutating func take() -> PostgreSQLSignal? {
            if isOverfull {
                isOverfull = false
                kept.removeAll()
                return .lookAtEverything
            }
            if let notification = kept.popFirst() { return .notification(notification) }
            defer { end = nil }
            return end.map { .interrupted($0) }
        }
    }

    private let limit: Int
    private let state = Locked(State())

    /// - Parameter limit: More notifications than this are not kept one by one.
    init(limit: Int) { self.limit = limit }

    func put(_ notification: PostgreSQLNotification) {
        change { state in
            if state.kept.count < limit { state.kept.append(notification) } else { state.isOverfull = true }
        }
    }

    /// Nothing comes any more, for this reason.
    func close(_ error: PostgreSQLError) { change { $0.end = error } }

    /// Waits for the next signal. One task asks at a time.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    func next() async throws -> PostgreSQLSignal {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change { $0.reader = continuation }
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            cancel()
        }
    }

    private func cancel() {
        let reader = state.withLock { state in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(throwing: CancellationError())
    }

    private func change(_ body: (inout State) -> Void) {
        let told = state.withLock { state -> (CheckedContinuation<PostgreSQLSignal, any Error>, PostgreSQLSignal)? in
            body(&state)
            guard let reader = state.reader, let signal = state.take() else { return nil }
            state.reader = nil
            return (reader, signal)
        }
        if let (reader, signal) = told { reader.resume(returning: signal) }
    }
}
