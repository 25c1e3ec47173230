import Locking

/// Sends answers to any number of streams; who is slow gets the newest one.
final class AccessBroadcast: Sendable {
    private struct State: Sendable {
        var last: CustomerAccess?
        var continuations: [Int: AsyncStream<CustomerAccess>.Continuation] = [:]
        var next = 0
    }

    private let state = Locked(State())

    /// A stream that begins with the last answer, if there is one.
    func stream() -> AsyncStream<CustomerAccess> {
        let (stream, continuation) = AsyncStream<CustomerAccess>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (number, last) = state.withLock { state in
            state.next += 1
            state.continuations[state.next] = continuation
            return (state.next, state.last)
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
        }
        if let last { continuation.yield(last) }
        return stream
    }

    /// Tells everybody, unless it says no more than what was told before.
    func send(_ access: CustomerAccess) {
        let listeners = state.withLock { state -> [AsyncStream<CustomerAccess>.Continuation] in
            guard state.last.map({ !$0.saysTheSame(as: access) }) ?? true else { return [] }
            state.last = access
            return Array(state.continuations.values)
        }
        for listener in listeners { listener.yield(access) }
    }

    deinit { for listener in state.withLock({ Array($0.continuations.values) }) { listener.finish() } }
}

extension CustomerAccess {
    /// Whether nothing but the moment is different.
    func saysTheSame(as other: Self) -> Bool {
        var left = self
        left.date = other.date
        left.statedDate = other.statedDate
        left.countsUntil = other.countsUntil
        return left == other
    }
}
