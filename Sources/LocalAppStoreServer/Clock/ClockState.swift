import Foundation
import LocalAppStore

/// How a store's clock goes: what the lock of a ``StoreClock`` guards.
struct ClockState: Sendable {
    /// How far store time is ahead of real time; nil while the clock stands.
    var offset: TimeInterval?
    /// Until when everything is still to happen although the clock stands already.
    var owedUntil: Date?
    /// Whether more had fallen due than was done before the last command.
    var isBehind = false
    /// Whether the way that is under way is to end.
    private(set) var isCancelled = false
    private var way = Way.none
    private var whenOver: [@Sendable () -> Void] = []

    /// The long way that is under way, of which there is one at a time.
    private enum Way {
        case none
        /// It has not come anywhere yet.
        case begun
        case going(ClockJourney)
    }

    init(offset: TimeInterval? = nil) { self.offset = offset }

    /// Whether the clock is on a long way.
    var isTravelling: Bool {
        if case .none = way { false } else { true }
    }

    /// The way that is under way, as far as it has come.
    var journey: ClockJourney? {
        if case .going(let journey) = way { journey } else { nil }
    }

    /// Takes the clock for a long way.
    ///
    /// - Returns: False if it is on one already.
    mutating func take() -> Bool {
        guard !isTravelling else { return false }
        (way, isCancelled) = (.begun, false)
        return true
    }

    /// Notes how far the way has come.
    mutating func show(_ journey: ClockJourney) { way = .going(journey) }

    /// Gives the clock back.
    ///
    /// - Returns: Who is to be told.
    mutating func giveBack() -> [@Sendable () -> Void] {
        defer { (way, isCancelled, whenOver) = (.none, false, []) }
        return whenOver
    }

    /// Tells the way that is under way to end.
    ///
    /// - Parameter tell: Called when it has ended.
    /// - Returns: False if there is none.
    mutating func cancel(whenOver tell: @escaping @Sendable () -> Void) -> Bool {
        guard isTravelling else { return false }
        isCancelled = true
        whenOver.append(tell)
        return true
    }

    /// Store time is so far ahead of real time from now on, and nothing is left to be done.
    mutating func tie(_ ahead: TimeInterval) { (offset, isBehind, owedUntil) = (ahead, false, nil) }

    /// The clock stands from now on.
    ///
    /// - Returns: How far it was ahead; nil if it stood.
    mutating func untie() -> TimeInterval? {
        defer { (offset, isBehind, owedUntil) = (nil, false, nil) }
        return offset
    }
}
