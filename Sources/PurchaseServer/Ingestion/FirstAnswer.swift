import Locking

/// The first of several answers, for one who waits.
final class FirstAnswer<Value: Sendable>: Sendable {
    typealias Answer = Result<Value?, any Error>

    private enum State {
        case open
        case waiting(CheckedContinuation<Answer, Never>)
        case told(Answer)
        case taken
    }

    private let state = Locked(State.open)

    /// Tells an answer; later ones do not count.
    func tell(_ answer: Answer) {
        let waiting: CheckedContinuation<Answer, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .told(answer)
                return nil
            case .waiting(let continuation):
                state = .taken
                return continuation
            case .told, .taken: return nil
            }
        }
        waiting?.resume(returning: answer)
    }

    /// The first answer; to be asked for once.
    func wait() async -> Answer {
        await withCheckedContinuation { continuation in
            let told: Answer? = state.withLock { state in
                guard case .told(let answer) = state else {
                    state = .waiting(continuation)
                    return nil
                }
                state = .taken
                return answer
            }
            if let told { continuation.resume(returning: told) }
        }
    }
}
