import Locking
import NIOCore

/// Which sessions there are, who has them, and who waits. It does nothing but keep the books.
struct PoolState {
    /// A session and who uses it.
    struct Member {
        let session: PostgreSQLSession
        /// How many callers use it together.
        var sharers = 0
        /// Whether somebody has it for himself; those who shared it before are answered first.
        var isTaken = false
    }

    /// Somebody who waits.
    struct Waiter {
        let number: UInt64
        let alone: Bool
        let continuation: CheckedContinuation<PostgreSQLSession, any Error>
    }

    var members: [Member] = []
    var waiters: RequestQueue<Waiter> = RequestQueue()
    var nextWaiter: UInt64 = 0
    /// The sessions that are being opened, by number, with what opens them as soon as that is known.
    var openings: [UInt64: Task<Void, Never>?] = [:]
    var nextOpening: UInt64 = 0
    var opening: Int { openings.count }
    /// How often connecting failed since it last succeeded, why, and until when it is not tried again.
    var failures = 0
    var lastFailure: PostgreSQLError?
    var isPausing = false
    var isShutDown = false
    /// Are told when nobody uses a session any more.
    var idleObservers: [EventLoopPromise<Void>] = []

    /// Somebody's session, if there is one for him.
    ///
    /// - Parameter alone: Whether he wants it for himself.
    mutating func take(alone: Bool) -> PostgreSQLSession? {
        var best: Int?
        for index in members.indices where !members[index].isTaken && !members[index].session.isLeaving.withLock({ $0 })
        {
            if let found = best, members[found].sharers <= members[index].sharers { continue }
            best = index
        }
        guard let best else { return nil }
        if alone { members[best].isTaken = true } else { members[best].sharers += 1 }
        return members[best].session
    }

    mutating func give(back session: PostgreSQLSession, alone: Bool) {
        guard let index = members.firstIndex(where: { $0.session === session }) else { return }
        if alone { members[index].isTaken = false } else { members[index].sharers -= 1 }
    }

    /// Whether another session is wanted.
    ///
    /// - Parameters:
    ///   - limit: How many there may be.
    ///   - depth: How many callers may share one before another is opened.
    func wantsMore(limit: Int, depth: Int) -> Bool {
        guard !isShutDown, !isPausing, members.count + opening < limit else { return false }
        // Each of those that are being opened will serve somebody who waits.
        if waiters.count > opening { return true }
        guard opening == 0 else { return false }
        return !members.isEmpty && members.allSatisfy { $0.isTaken || $0.sharers >= depth }
    }

    var isIdle: Bool { members.allSatisfy { !$0.isTaken && $0.sharers == 0 } }

    /// Those who wait and can be served now, each with his session.
    mutating func serve() -> [(Waiter, PostgreSQLSession)] {
        var served: [(Waiter, PostgreSQLSession)] = []
        while let waiter = waiters.first, let session = take(alone: waiter.alone) {
            _ = waiters.popFirst()
            served.append((waiter, session))
        }
        return served
    }
}
