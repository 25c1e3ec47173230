import Foundation
import Locking

/// Waits that end when a test says so.
final class ManualSleeper: Sendable {
    private let state = Locked(State())

    private struct State: Sendable {
        var requested: [TimeInterval] = []
        var sleepers: [CheckedContinuation<Void, Never>] = []
    }

    /// Every wait that was asked for, in seconds.
    var requested: [TimeInterval] { state.withLock { $0.requested } }

    func sleep(_ seconds: TimeInterval) async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.requested.append(seconds)
                state.sleepers.append(continuation)
            }
        }
    }

    /// Ends every wait.
    func wake() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }
}
