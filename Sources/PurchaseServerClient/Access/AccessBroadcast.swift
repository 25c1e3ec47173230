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
        let number = state.withLock { state in
            state.next += 1
            state.continuations[state.next] = continuation
            // Under the lock, so that no newer answer comes before it.
            if let last = state.last { continuation.yield(last) }
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    /// Tells everybody, unless it says no more than what was told before.
    func send(_ access: CustomerAccess) {
        state.withLock { state in
            guard state.last.map({ !$0.saysTheSame(as: access) }) ?? true else { return }
            state.last = access
            // Under the lock, so that answers come in their order; a stream runs nobody's code when it is given one.
            for listener in state.continuations.values { listener.yield(access) }
        }
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
