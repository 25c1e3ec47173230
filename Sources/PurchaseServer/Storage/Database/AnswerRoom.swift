import Locking

/// How many more answers may be kept for each caller before they have to be counted again.
///
/// They only become fewer by themselves, so whoever had room for a thousand has room for the next thousand without another
/// count of all of them.
final class AnswerRoom: Sendable {
    private let room = Locked<[String: Int]>([:])

    /// How many callers are known at once.
    private static let maximumCallers = 10_000

    /// - Parameters:
    ///   - limit: How many may be kept.
    ///   - count: Counts what is kept; asked only where nobody knows whether there is room.
    /// - Returns: Whether there is room for another one.
    func take(for caller: String, of limit: Int, _ count: () throws -> Int) rethrows -> Bool {
        let known = room.withLock { $0[caller] } ?? 0
        let left = known > 0 ? known : limit - (try count())
        room.withLock { room in
            if room.count >= Self.maximumCallers, room[caller] == nil { room = [:] }
            room[caller] = left - 1
        }
        return left > 0
    }
}
