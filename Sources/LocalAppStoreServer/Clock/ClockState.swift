import Foundation
import LocalAppStore

/// How a store's clock goes: what the lock of a ``StoreClock`` guards.
struct ClockState: Sendable {
    /// How far store time is ahead of real time that only goes on; nil while the clock stands.
    var offset: TimeInterval?
    /// How far store time is ahead of the machine's clock by what the file says; nil for a clock that stands.
    private(set) var written: TimeInterval?
    /// Why the file could not be written when that was last tried; nil if it could.
    private(set) var failure: StoreServerError?
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

    init(offset: TimeInterval? = nil, written: TimeInterval? = nil) {
        (self.offset, self.written) = (offset, written)
    }

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

    /// Store time is so far ahead of real time from now on, or the clock stands if it is nil; nothing is left to be done.
    mutating func go(with ahead: TimeInterval?) { (offset, isBehind, owedUntil) = (ahead, false, nil) }

    /// Writes down how the clock is to go.
    ///
    /// - Parameters:
    ///   - offset: How far store time is to be ahead of real time that only goes on; nil for a clock that stands.
    ///   - lead: How far the machine's clock is ahead of that time.
    ///   - file: Where to; nil for nowhere.
    /// - Throws: `fileUnusable`
    mutating func write(
        _ offset: TimeInterval?,
        lead: TimeInterval,
        to file: ClockFile?
    ) throws(StoreServerError) {
        guard let file else { return }
        let ahead = offset.map { $0 - lead }
        do {
            try file.save(ahead)
            (written, failure) = (ahead, nil)
        } catch {
            failure = error
            throw error
        }
    }

    /// Whether the file says something else than how the clock goes, by a second or more: the two clocks of a machine are
    /// never the same to the last digit.
    func isUnwritten(lead: TimeInterval) -> Bool {
        switch (offset, written) {
        case (nil, nil): failure != nil
        case (let offset?, let written?): failure != nil || abs(offset - lead - written) >= 1
        default: true
        }
    }
}
