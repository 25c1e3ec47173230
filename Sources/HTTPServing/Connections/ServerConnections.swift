import Locking
import NIOCore
import SystemCalls

/// All connections of a server together: how many there are, and how much of their bodies and answers is held.
package final class ServerConnections: Sendable {
    /// What becomes of a new connection.
    enum Admission: Equatable {
        case admitted
        /// It is told that there are too many. Those that are read out wait until they have heard it.
        case refused(readsOut: Bool)
    }

    private struct State {
        var counters = ServerCounters()
        let maximumRefusals: Int
        var refusing = 0
        var streams = 0
        var holdsLargeBody = false
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false

        mutating func admit() -> Admission {
            guard counters.open >= counters.limit else {
                counters.open += 1
                return .admitted
            }
            counters.refused += 1
            guard refusing < maximumRefusals else { return .refused(readsOut: false) }
            refusing += 1
            return .refused(readsOut: true)
        }
    }

    let limits: ServerLimits
    /// What has been answered and not been read yet.
    let answers: UnreadAnswers
    private let isUnlimited: @Sendable (_ method: String, _ path: String) -> Bool
    private let state: Locked<State>

    /// - Parameters:
    ///   - limits: How many, how much, how long.
    ///   - isUnlimited: Says by method and path whose bodies are held besides the limit of bytes, one at a time; their routes
    ///     must have a limit of their own.
    package convenience init(
        limits: ServerLimits,
        isUnlimited: @escaping @Sendable (_ method: String, _ path: String) -> Bool = { _, _ in false }
    ) {
        self.init(limits: limits, descriptors: OpenFiles.limit, isUnlimited: isUnlimited)
    }

    init(
        limits: ServerLimits,
        descriptors: Int,
        isUnlimited: @escaping @Sendable (_ method: String, _ path: String) -> Bool = { _, _ in false }
    ) {
        self.limits = limits
        self.isUnlimited = isUnlimited
        answers = UnreadAnswers(limit: limits.answerBytes)
        var counters = ServerCounters()
        counters.limit = DescriptorLimit.connections(wanted: limits.connections, descriptors: descriptors)
        let refusals = DescriptorLimit.refusals(descriptors: descriptors)
        state = Locked(State(counters: counters, maximumRefusals: refusals))
    }

    /// What happened until now.
    package var counters: ServerCounters {
        var counters = state.withLock { $0.counters }
        answers.fill(&counters)
        return counters
    }

    func count(_ member: any WritableKeyPath<ServerCounters, Int> & Sendable) {
        state.withLock { $0.counters[keyPath: member] += 1 }
    }

    func enter(_ channel: any Channel) -> Admission {
        let (admission, isLate) = state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = channel
            return (state.admit(), state.isClosed)
        }
        if isLate { channel.close(promise: nil) }
        return admission
    }

    func leave(_ channel: any Channel, _ admission: Admission) {
        state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = nil
            switch admission {
            case .admitted: state.counters.open -= 1
            case .refused(readsOut: true): state.refusing -= 1
            case .refused(readsOut: false): break
            }
        }
    }

    /// Lets connections come, again if there was an end before.
    func open() {
        state.withLock { $0.isClosed = false }
    }

    /// Closes what is still open and what comes at the last moment, and waits until it is.
    ///
    /// A server that is cancelled drops the connections that it has accepted and not begun to serve; without this their
    /// clients would wait for the idle limit.
    func closeAll() async {
        let left = state.withLock { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in left { channel.close(promise: nil) }
        for channel in left { try? await channel.closeFuture.get() }
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

    /// Takes the one place for a body that is held besides the limit of bytes, if the request, by its method and path, may
    /// have it and nobody has it now. Without it the body counts as any other.
    func beginLargeBody(_ method: String, _ path: String) -> Bool {
        guard isUnlimited(method, path) else { return false }
        return state.withLock { state in
            defer { state.holdsLargeBody = true }
            return !state.holdsLargeBody
        }
    }

    /// Gives that place back.
    func endLargeBody() {
        state.withLock { $0.holdsLargeBody = false }
    }

    /// Takes one of the places for requests that run side by side inside of connections, as those of HTTP/2 do.
    ///
    /// All connections together have as many of them as there may be connections: wherever a request comes in, it takes
    /// about as much memory as one that has a connection of its own.
    ///
    /// - Returns: False if there is none left, which is counted; nothing is to be given back then.
    func beginStream() -> Bool {
        state.withLock { state in
            guard state.streams < limits.connections else {
                state.counters.refused += 1
                return false
            }
            state.streams += 1
            return true
        }
    }

    /// Gives such a place back.
    func endStream() {
        state.withLock { $0.streams -= 1 }
    }
}
