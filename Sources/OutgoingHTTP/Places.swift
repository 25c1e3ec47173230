import Locking

/// So many places and a queue for them: whoever comes first has one first.
final class Places: Sendable {
    private struct State {
        var free: Int
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var lastNumber = 0
    }

    private let state: Locked<State>

    init(_ count: Int) { state = Locked(State(free: count)) }

    /// How many wait for a place.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a place.
    ///
    /// - Returns: The place, which is free again as soon as nobody holds it.
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    func take() async throws -> Place {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                queue(number, continuation)
            }
        } onCancel: {
            leave(number)
        }
        return Place(of: self)
    }

    private func queue(_ number: Int, _ continuation: CheckedContinuation<Void, any Error>) {
        let outcome: Result<Void, any Error>? = state.withLock { state in
            // A task is marked as cancelled before anybody looks for it in the queue, so it is found here or there.
            if Task.isCancelled { return .failure(CancellationError()) }
            guard state.free > 0 else {
                state.waiting.append((number, continuation))
                return nil
            }
            state.free -= 1
            return .success(())
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    private func leave(_ number: Int) {
        let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiting.remove(at: index).continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    fileprivate func giveBack() {
        let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }
}

/// One of some places, taken for as long as somebody holds it.
final class Place: Sendable {
    private let places: Places

    fileprivate init(of places: Places) { self.places = places }

    deinit { places.giveBack() }
}
