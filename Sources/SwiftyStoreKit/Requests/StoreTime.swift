import Foundation
import Locking

/// What time it is in the store, without a thread that waits for it: a store elsewhere says so in its own time.
final class StoreTime: Sendable {
    /// Hears the time; nil from a store that does not say it.
    typealias Hearing = @Sendable (Date?) -> Void

    private let ask: @Sendable (@escaping Hearing) -> Void
    private let state = Locked(State())

    private struct State: Sendable {
        var heard: Date?
        var isAsking = false

        /// Asks once at a time.
        mutating func begins() -> Bool {
            defer { isAsking = true }
            return !isAsking
        }
    }

    /// - Parameter ask: Asks the store, which always answers in the end.
    init(ask: @escaping @Sendable (@escaping Hearing) -> Void) { self.ask = ask }

    /// The time as it was heard last; nil until then. It is asked for anew, for who looks next: a store in this process has
    /// answered already when this returns.
    var heard: Date? {
        if state.withLock({ $0.begins() }) {
            ask { [state] date in
                state.withLock { ($0.heard, $0.isAsking) = (date ?? $0.heard, false) }
            }
        }
        return state.withLock { $0.heard }
    }

    /// The time as the store says it now; as it was heard last from one that does not answer, or nil.
    func asked() async -> Date? {
        let date = await withCheckedContinuation { continuation in ask { continuation.resume(returning: $0) } }
        return state.withLock { state in
            state.heard = date ?? state.heard
            return state.heard
        }
    }
}
