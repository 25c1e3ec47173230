import Locking

/// All connections of a server together: how many there are, and how much of their bodies is held.
package final class ServerConnections: Sendable {
    /// What becomes of a new connection.
    enum Admission: Equatable {
        case admitted
        /// It is told that there are too many. Those that are read out wait until they have heard it.
        case refused(readsOut: Bool)
    }

    private struct State {
        var counters = ServerCounters()
        var refusing = 0
    }

    /// How many refusals may be open at once; they take descriptors, too.
    private static let maximumRefusals = 16

    let limits: ServerLimits
    /// Whether the body of a request, by its method and path, is held besides the limit of bytes.
    let isUnlimited: @Sendable (_ method: String, _ path: String) -> Bool
    private let state: Locked<State>

    /// - Parameters:
    ///   - limits: How many, how much, how long.
    ///   - isUnlimited: Says by method and path whose bodies are held besides the limit of bytes; their routes must
    ///     have a limit of their own.
    package init(
        limits: ServerLimits,
        isUnlimited: @escaping @Sendable (_ method: String, _ path: String) -> Bool = { _, _ in false }
    ) {
        self.limits = limits
        self.isUnlimited = isUnlimited
        var counters = ServerCounters()
        counters.limit = DescriptorLimit.connections(wanted: limits.connections)
        state = Locked(State(counters: counters))
    }

    /// What happened until now.
    package var counters: ServerCounters { state.withLock { $0.counters } }

    func count(_ member: any WritableKeyPath<ServerCounters, Int> & Sendable) {
        state.withLock { $0.counters[keyPath: member] += 1 }
    }

    func enter() -> Admission {
        state.withLock { state in
            guard state.counters.open >= state.counters.limit else {
                state.counters.open += 1
                return .admitted
            }
            state.counters.refused += 1
            guard state.refusing < Self.maximumRefusals else { return .refused(readsOut: false) }
            state.refusing += 1
            return .refused(readsOut: true)
        }
    }

    func leave(_ admission: Admission) {
        state.withLock { state in
            switch admission {
            case .admitted: state.counters.open -= 1
            case .refused(readsOut: true): state.refusing -= 1
            case .refused(readsOut: false): break
            }
        }
    }

    /// Takes room for bytes of a body, if there is some.
    func reserve(_ count: Int) -> Bool {
        state.withLock { state in
            guard count <= limits.bodyBytes - state.counters.bodyBytes else { return false }
            state.counters.bodyBytes += count
            return true
        }
    }

    func release(_ count: Int) {
        state.withLock { $0.counters.bodyBytes -= count }
    }
}
