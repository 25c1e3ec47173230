package import Foundation

/// Where the clock is to go.
package enum ClockTarget: Sendable, Hashable {
    /// To a moment.
    case date(Date)
    /// So many seconds on from where it is when it sets out.
    case seconds(TimeInterval)

    /// Which moment that is, when it is `now`.
    func date(now: Date) -> Date {
        switch self {
        case .date(let date): date.inMilliseconds
        case .seconds(let seconds): now.adding(seconds: seconds)
        }
    }
}

/// The clock on its way to a moment, in portions: between two of them the store serves others.
///
/// What time it is meanwhile is how far the clock has come. What others do between two portions happens at that moment.
/// How large a portion is follows from the number of events alone, so that the same commands write the same log.
package struct ClockJourney: Sendable, Hashable {
    /// So many events are made, and written down together, within a few milliseconds.
    package static let portion = 128

    /// Where the clock stood.
    package let start: Date
    /// Where it goes.
    package let target: Date
    /// How many events it may make on its way.
    package let limit: Int
    /// How far it has come.
    package private(set) var now: Date
    /// How many events it has made: renewals, and whatever else fell due.
    package private(set) var eventCount = 0
    /// Whether it is there.
    package private(set) var isOver = false

    /// A journey that sets out.
    package init(from start: Date, to target: Date, limit: Int) {
        self.start = start
        self.target = target
        self.limit = limit
        now = start
    }

    /// How many events the next portion may make.
    var nextPortion: Int { min(Self.portion, limit - eventCount) }

    /// Goes on by a portion.
    mutating func add(_ portion: ClockPortion) {
        now = portion.now
        eventCount += portion.eventCount
        isOver = portion.isLast
    }

    /// The refusal of a journey that makes too many events.
    func tooLong(_ seen: String) -> StoreError {
        StoreError(
            .tooManyEvents,
            "\(seen) on the way from \(start.iso8601) to \(target.iso8601), and the limit is \(limit); set a slower time "
                + "rate or a limit of renewals, take a shorter step, or allow more with a higher limit"
        )
    }
}

/// What one portion of a journey did.
struct ClockPortion: Sendable {
    /// Whether the clock is where it was to go.
    let isLast: Bool
    /// What time it is now.
    let now: Date
    let eventCount: Int
}
