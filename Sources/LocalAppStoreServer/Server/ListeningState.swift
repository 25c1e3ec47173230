import Foundation
import Locking

/// Where the server listens, for everybody who waits to know.
final class ListeningState: Sendable {
    private enum State {
        case waiting([CheckedContinuation<Result<URL, StoreServerError>, Never>])
        case known(Result<URL, StoreServerError>)
    }

    private let state = Locked<State>(.waiting([]))

    /// The address once it is known, or why there will be none.
    func wait() async throws(StoreServerError) -> URL {
        let result = await withCheckedContinuation { continuation in
            let known: Result<URL, StoreServerError>? = state.withLock { state in
                switch state {
                case .known(let result):
                    return result
                case .waiting(let continuations):
                    state = .waiting(continuations + [continuation])
                    return nil
                }
            }
            if let known { continuation.resume(returning: known) }
        }
        return try result.get()
    }

    /// Tells the address or the end; an end replaces an address.
    func tell(_ result: Result<URL, StoreServerError>) {
        let waiting: [CheckedContinuation<Result<URL, StoreServerError>, Never>] = state.withLock { state in
            defer { state = .known(result) }
            guard case .waiting(let continuations) = state else { return [] }
            return continuations
        }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}
