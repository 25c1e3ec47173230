import Locking

/// Tells whoever asks on which port the server listens, once it does.
final class ListeningSignal: Sendable {
    private enum State {
        case waiting([CheckedContinuation<Int, any Error>])
        case listening(Int)
        case failed(PurchaseServerError)
    }

    private let state = Locked(State.waiting([]))

    /// The port, as soon as there is one.
    var port: Int {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Int, PurchaseServerError>? = state.withLock { state in
                    switch state {
                    case .waiting(let others):
                        state = .waiting(others + [continuation])
                        return nil
                    case .listening(let port): return .success(port)
                    case .failed(let error): return .failure(error)
                    }
                }
                if let answer { continuation.resume(with: answer.mapError { $0 }) }
            }
        }
    }

    /// The first call counts.
    func settle(_ result: Result<Int, PurchaseServerError>) {
        let waiting: [CheckedContinuation<Int, any Error>] = state.withLock { state in
            guard case .waiting(let continuations) = state else { return [] }
            switch result {
            case .success(let port): state = .listening(port)
            case .failure(let error): state = .failed(error)
            }
            return continuations
        }
        for continuation in waiting { continuation.resume(with: result.mapError { $0 }) }
    }
}
