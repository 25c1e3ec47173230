import Locking

/// Everybody who listens to something that goes on without end.
///
/// Who is slow misses the oldest of more than ``limit`` elements.
final class Listeners<Element: Sendable>: Sendable {
    /// How many elements wait for one listener.
    static var limit: Int { 4_096 }

    private struct State: Sendable {
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Locked(State())

    deinit {
        for continuation in state.withLock({ $0.continuations }).values { continuation.finish() }
    }

    /// Whether nobody listens.
    var isEmpty: Bool { state.withLock { $0.continuations.isEmpty } }

    /// Listens from now on.
    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self,
            bufferingPolicy: .bufferingNewest(Self.limit)
        )
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.continuations[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            // Taken out under the lock and released after it: its end may ask for something.
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    /// Tells everybody.
    func send(_ element: Element) {
        for continuation in state.withLock({ $0.continuations }).values { continuation.yield(element) }
    }
}
