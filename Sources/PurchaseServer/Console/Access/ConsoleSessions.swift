import Crypto
import Foundation
import Locking

/// Who is logged in. Kept in memory by digests: a restart ends all sessions, and so does a changed secret, which takes one.
final class ConsoleSessions: Sendable {
    private struct Entry {
        let session: ConsoleSession
        /// Counted up with each use; the lowest was away for longest.
        let use: UInt64
    }

    private struct State {
        var entries: [SHA256.Digest: Entry] = [:]
        var uses: UInt64 = 0

        mutating func nextUse() -> UInt64 {
            uses += 1
            return uses
        }
    }

    private let state = Locked(State())
    private let lifetime: TimeInterval
    private let now: @Sendable () -> Date
    private let makeToken: @Sendable () -> UUID

    /// How many there are at once; who was away for longest makes room.
    static let maximumCount = 100

    /// - Parameters:
    ///   - lifetime: How many seconds a session lasts.
    ///   - makeToken: Makes what nobody can guess.
    init(lifetime: TimeInterval, now: @escaping @Sendable () -> Date, makeToken: @escaping @Sendable () -> UUID) {
        self.lifetime = lifetime
        self.now = now
        self.makeToken = makeToken
    }

    /// How many there are, those that are over and were not looked for since included.
    var count: Int { state.withLock { $0.entries.count } }

    /// - Returns: What the browser keeps, and the session.
    func begin(_ person: ConsolePerson) -> (text: String, session: ConsoleSession) {
        let date = now()
        let session = ConsoleSession(
            person: person,
            token: Self.text(makeToken()),
            expirationDate: date + lifetime
        )
        // Two of them: 244 bits of chance.
        let text = Self.text(makeToken()) + Self.text(makeToken())
        state.withLock { state in
            state.entries = state.entries.filter { !isOver($0.value.session, at: date) }
            while state.entries.count >= Self.maximumCount,
                let oldest = state.entries.min(by: { $0.value.use < $1.value.use })
            {
                state.entries[oldest.key] = nil
            }
            let use = state.nextUse()
            state.entries[Self.digest(text)] = Entry(session: session, use: use)
        }
        return (text, session)
    }

    /// The session of what a browser shows; nil if there is none, or no longer.
    func session(_ text: String) -> ConsoleSession? {
        let (date, digest) = (now(), Self.digest(text))
        return state.withLock { state in
            guard let entry = state.entries[digest] else { return nil }
            guard !isOver(entry.session, at: date) else {
                state.entries[digest] = nil
                return nil
            }
            let use = state.nextUse()
            state.entries[digest] = Entry(session: entry.session, use: use)
            return entry.session
        }
    }

    /// Whether its time is over. One that a clock which ran ahead has begun would last until that has come true.
    private func isOver(_ session: ConsoleSession, at date: Date) -> Bool {
        session.expirationDate <= date || (session.expirationDate - lifetime).isAhead(of: date)
    }

    func end(_ text: String) { state.withLock { $0.entries[Self.digest(text)] = nil } }

    private static func text(_ token: UUID) -> String { token.uuidString.filter { $0 != "-" }.lowercased() }

    private static func digest(_ text: String) -> SHA256.Digest { SHA256.hash(data: Data(text.utf8)) }
}
