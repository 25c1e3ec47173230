import Foundation
import Locking

/// The waits of one launch of an app, on the world's clock.
final class SimulatedTimers: Sendable {
    private struct State {
        var isOver = false
        var next = 0
        var sleepers: [Int: (due: Date, wake: CheckedContinuation<Bool, Never>)] = [:]
    }

    private let state = Locked(State())
    private let bell: SimulatedBell
    private let now: @Sendable () -> Date

    init(_ bell: SimulatedBell, now: @escaping @Sendable () -> Date) {
        (self.bell, self.now) = (bell, now)
    }

    /// How many wait.
    var count: Int { state.withLock { $0.sleepers.count } }

    /// Waits until the world's clock has gone so far.
    ///
    /// - Throws: `CancellationError` when the app is killed.
    func sleep(_ seconds: TimeInterval) async throws {
        let due = now().addingTimeInterval(seconds)
        let isOver = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            let isOver = state.withLock { state in
                guard !state.isOver else { return true }
                state.next += 1
                state.sleepers[state.next] = (due, continuation)
                return false
            }
            if isOver { continuation.resume(returning: true) } else { bell.ring() }
        }
        if isOver { throw CancellationError() }
    }

    /// Wakes those whose time has come, in the order in which they fell asleep.
    func wake() {
        let date = now()
        let due = state.withLock { state in
            let due = state.sleepers.filter { $0.value.due <= date }.sorted { $0.key < $1.key }
            for (number, _) in due { state.sleepers[number] = nil }
            return due.map(\.value.wake)
        }
        for continuation in due { continuation.resume(returning: false) }
    }

    /// The app is gone: nobody wakes any more.
    func end() {
        let rest = state.withLock { state in
            state.isOver = true
            defer { state.sleepers = [:] }
            return state.sleepers.sorted { $0.key < $1.key }.map(\.value.wake)
        }
        for continuation in rest { continuation.resume(returning: true) }
    }
}
