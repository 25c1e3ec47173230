import Foundation
import Locking

@testable import LocalAppStoreServer

/// Real time that a test moves.
final class TestTime: Sendable {
    private struct Hands: Sendable {
        /// What time it is.
        var steady: Date
        /// How far the machine's clock was set ahead.
        var lead: TimeInterval = 0
    }

    private let hands: Locked<Hands>

    init(_ date: Date = Date(timeIntervalSince1970: 1_800_000_000)) { hands = Locked(Hands(steady: date)) }

    /// What the machine's clock says.
    var now: Date { hands.withLock { $0.steady + $0.lead } }

    private var steadyNow: Date { hands.withLock { $0.steady } }

    func pass(_ seconds: TimeInterval) { hands.withLock { $0.steady += seconds } }

    /// Sets the machine's clock so many seconds ahead, or back.
    func set(by seconds: TimeInterval) { hands.withLock { $0.lead += seconds } }

    /// A source of time that never wakes up by itself.
    var realTime: RealTime {
        RealTime(
            now: { self.now },
            steadyNow: { self.steadyNow },
            sleep: { _ in
                let (stream, continuation) = AsyncStream<Void>.makeStream()
                defer { continuation.finish() }
                for await _ in stream {}
                try Task.checkCancellation()
            }
        )
    }
}
