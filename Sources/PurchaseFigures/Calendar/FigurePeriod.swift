/// A stretch of days in UTC, half-open: the end is the first day that does not belong to it.
public struct FigurePeriod: Sendable, Hashable, Codable {
    /// The first day.
    public let start: Day
    /// The day after the last.
    public let end: Day

    /// The days from the first to the one before `end`; an end before the start makes an empty period.
    public init(start: Day, end: Day) {
        self.start = start
        self.end = max(start, end)
    }

    /// The days of it.
    public var days: Range<Day> { start..<end }

    /// How many days it has.
    public var count: Int { start.days(to: end) }
}
