import Locking

/// Where a server listens, for everybody who waits to know.
package final class ListeningState<Place: Sendable, Failure: Error>: Sendable {
    private typealias Answer = Result<Place, Failure>

    private enum State {
        case waiting([CheckedContinuation<Result<Place, Failure>, Never>])
        case known(Result<Place, Failure>)
    }

    private let state = Locked<State>(.waiting([]))

    package init() {}

    /// The place once it is known, or why there is none.
    package func wait() async throws(Failure) -> Place {
        let result = await withCheckedContinuation { continuation in
            let known: Answer? = state.withLock { state in
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

    /// Tells the place or the end; an end replaces a place.
    package func tell(_ result: Result<Place, Failure>) {
        let waiting: [CheckedContinuation<Answer, Never>] = state.withLock { state in
            defer { state = .known(result) }
            guard case .waiting(let continuations) = state else { return [] }
            return continuations
        }
        for continuation in waiting { continuation.resume(returning: result) }
    }
}
