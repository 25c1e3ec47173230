public import Foundation
import Locking

extension LocalAppStore {
    /// What time it is in the store.
    public var now: Date { look { $0.now } }

    /// When something falls due next, nil if nothing will. May be too early, when what was due has been moved since.
    public var nextDueDate: Date? { look { $0.nextDueDate } }

    /// Moves the clock and does everything that falls due until then, each at its own moment.
    ///
    /// A long way is gone in portions, each of which is written down as a whole. Between two of them other threads are
    /// served: they see the clock as far as it has come, and what they do happens at that moment. After a crash the store
    /// is where the last portion left it. Two threads may move the clock at once; each returns when the clock has reached
    /// its moment.
    ///
    /// - Parameters:
    ///   - date: Where the clock goes.
    ///   - limit: How many events it may make on its way, most of which are renewals.
    /// - Throws: `clockBackwards`; `invalidValue` for a date after the year 9999; `tooManyEvents`, after so many events or,
    ///   if it is plain that there will be more, before the first; `clockInterrupted` if another state is restored
    ///   meanwhile; `journalFailed`
    public func advance(to date: Date, limit: Int = .max) throws(StoreError) {
        try advance(.date(date), limit: limit)
    }

    /// Moves the clock by so many seconds, as ``advance(to:limit:)`` does.
    ///
    /// - Parameters:
    ///   - seconds: How far, from where the clock stands.
    ///   - limit: How many events it may make on its way.
    /// - Throws: What ``advance(to:limit:)`` throws.
    public func advance(by seconds: TimeInterval, limit: Int = .max) throws(StoreError) {
        try advance(.seconds(seconds), limit: limit)
    }

    /// Moves the clock in portions.
    private func advance(_ target: ClockTarget, limit: Int) throws(StoreError) {
        try checkLength(to: target, limit: limit)
        var journey = try firstPortion(to: target, limit: limit)
        while !journey.isOver { try advance(&journey) }
    }

    /// Begins a long way of the clock; nothing has happened yet.
    ///
    /// - Throws: `clockBackwards`, `invalidValue`; `tooManyEvents` if it is plain that there will be more than the limit.
    package func setOut(_ target: ClockTarget, limit: Int = .max) throws(StoreError) -> ClockJourney {
        try checkLength(to: target, limit: limit)
        return try look { engine throws(StoreError) in try engine.journey(to: target, limit: limit) }
    }

    /// Goes one portion of the way. Its events are written down and have been heard when this returns.
    ///
    /// - Throws: What ``advance(to:limit:)`` throws; what earlier portions did has happened.
    package func advance(_ journey: inout ClockJourney) throws(StoreError) {
        journey.add(try nextPortion(of: journey))
    }

    /// Refuses a journey that would plainly make too many events.
    private func checkLength(to target: ClockTarget, limit: Int) throws(StoreError) {
        guard limit < .max else { return }
        // A copy: counting takes as long as there are subscriptions.
        let engine = self.engine
        let journey = try engine.journey(to: target, limit: limit)
        guard engine.expectedEvents(until: journey.target, enough: limit + 1) > limit else { return }
        throw journey.tooLong("nothing has happened yet: more than \(limit) events would")
    }

    /// Sets out on a way of the clock and goes the first portion of it, with nobody in between.
    func firstPortion(to target: ClockTarget, limit: Int) throws(StoreError) -> ClockJourney {
        defer { deliver() }
        return try core.withLock { core throws(StoreError) in
            var journey = try core.engine.journey(to: target, limit: limit)
            journey.add(try core.advance(journey))
            return journey
        }
    }

    /// Goes one portion of the clock's way.
    func nextPortion(of journey: ClockJourney) throws(StoreError) -> ClockPortion {
        defer { deliver() }
        return try core.withLock { core throws(StoreError) in try core.advance(journey) }
    }
}
