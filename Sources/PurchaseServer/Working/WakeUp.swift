import Foundation
import Locking

/// Wakes whoever sleeps until something falls due, because something may have come that falls due before.
final class WakeUp: Sendable {
    private struct State {
        var count: UInt64 = 0
        var next: UInt64 = 0
        var sleepers: [UInt64: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Locked(State())

    /// How often it has rung. Look before looking for work: what comes in between is not missed then.
    var count: UInt64 { state.withLock { $0.count } }

    func ring() {
        let sleepers = state.withLock { state in
            state.count &+= 1
            defer { state.sleepers = [:] }
            return state.sleepers
        }
        for sleeper in sleepers.values { sleeper.finish() }
    }

    /// Returns when it has rung since a count, or when the task is cancelled.
    func wait(after seen: UInt64) async {
        let (stream, sleeper) = AsyncStream.makeStream(of: Void.self)
        let place: UInt64? = state.withLock { state in
            guard state.count == seen else { return nil }
            state.next &+= 1
            state.sleepers[state.next] = sleeper
            return state.next
        }
        guard let place else { return }
        for await _ in stream {}
        state.withLock { $0.sleepers[place] = nil }
    }
}
