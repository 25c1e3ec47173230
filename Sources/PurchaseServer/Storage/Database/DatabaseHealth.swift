import Foundation
import Locking

/// What the last write said about the disk, asked at most once a second.
final class DatabaseHealth: Sendable {
    private struct State {
        var checkedAt = Date.distantPast
        var failure: PurchaseServerError?
    }

    private let state = Locked(State())

    /// Runs the check if the last one was not within this second.
    func check(at date: Date, _ write: () async throws(PurchaseServerError) -> Void) async throws(PurchaseServerError) {
        let known: State? = state.withLock { state in
            if abs(date.timeIntervalSince(state.checkedAt)) < 1 { return state }
            state.checkedAt = date
            return nil
        }
        guard let known else { return try await write() }
        if let failure = known.failure { throw failure }
    }

    /// Remembers how a write went.
    func note(_ failure: PurchaseServerError?) { state.withLock { $0.failure = failure } }
}
