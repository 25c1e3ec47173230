import Locking

/// How many may follow what happens at once: each holds a connection for as long as the page is open.
final class StreamSeats: Sendable {
    /// Somebody's seat, free again when nobody holds it any more, however the stream ended.
    final class Seat: Sendable {
        private let release: @Sendable () -> Void

        fileprivate init(release: @escaping @Sendable () -> Void) { self.release = release }

        deinit { release() }
    }

    private let taken = Locked(0)
    private let most: Int

    /// How many there are.
    static let most = 32

    init(most: Int = StreamSeats.most) { self.most = most }

    var count: Int { taken.withLock { $0 } }

    /// - Returns: nil if all are taken.
    func take() -> Seat? {
        let isFree = taken.withLock { taken in
            guard taken < most else { return false }
            taken += 1
            return true
        }
        guard isFree else { return nil }
        return Seat { [taken] in taken.withLock { $0 -= 1 } }
    }
}
