import Foundation
import LocalAppStoreServer
import Locking

/// Real time that a test moves.
final class TestTime: Sendable {
    private let date: Locked<Date>

    init(_ date: Date = Date(timeIntervalSince1970: 1_800_000_000)) { self.date = Locked(date) }

    var now: Date { date.withLock { $0 } }

    func pass(_ seconds: TimeInterval) { date.withLock { $0 += seconds } }

    /// A source of time that never wakes up by itself.
    var realTime: RealTime {
        RealTime(
            now: { self.now },
            sleep: { _ in
                let (stream, continuation) = AsyncStream<Void>.makeStream()
                defer { continuation.finish() }
                for await _ in stream {}
                try Task.checkCancellation()
            }
        )
    }
}
