import AppStoreModels
public import Foundation

/// A day in UTC, as the number of days since 1970-01-01.
public struct Day: RawRepresentable, Sendable, Hashable {
    /// Days since 1970-01-01.
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The day that a moment belongs to: midnight belongs to the day that begins.
    ///
    /// Moments outside the years 1 to 9999 count as the nearest day of these.
    public init(_ date: Date) {
        let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
        self.init(rawValue: days.isNaN ? 0 : Int32(min(max(days, -719_162), 2_932_896)))
    }

    /// A date of the calendar; nil if there is no such date.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year),
            let days = CivilTime.days(year: Int64(year), month: Int64(month), day: Int64(day))
        else { return nil }
        self.init(rawValue: Int32(days))
    }

    /// The first day there is: what was always so.
    public static let distantPast = Self(rawValue: -719_162)
    /// After all days: what never ends.
    public static let distantFuture = Self(rawValue: .max)

    /// The first moment of the day.
    public var start: Date { Date(timeIntervalSince1970: Double(rawValue) * 86_400) }

    /// Another day, so many days later; beyond 32 bits the first or the last there is.
    public func adding(days: Int) -> Day {
        Day(rawValue: Int32(clamping: Int64(rawValue) + Int64(Int32(clamping: days))))
    }

    /// How many days later another day is; negative if it is earlier.
    public func days(to other: Day) -> Int { Int(Int64(other.rawValue) - Int64(rawValue)) }

    /// The same day of another month, or its last day where the month is shorter.
    public func adding(months: Int) -> Day {
        let civil = civil
        let count = civil.year * 12 + civil.month - 1 + Int64(Int32(clamping: months))
        let (year, month) = count.dividedFloor(by: 12)
        let day = min(civil.day, CivilTime.daysInMonth(year: year, month: month + 1))
        return CivilTime.days(year: year, month: month + 1, day: day).map { Day(rawValue: Int32(clamping: $0)) } ?? self
    }

    var civil: CivilTime { CivilTime(secondsSince1970: Int64(rawValue) * 86_400) }
}

extension Day: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Range<Day> {
    /// All days before one; none where it is the first there is, or, as one that was counted back from it, before that.
    static func before(_ day: Day) -> Self { .distantPast..<Swift.max(.distantPast, day) }
}

extension Day: CustomStringConvertible, LosslessStringConvertible {
    /// `yyyy-MM-dd`; a year before the first is told as ISO 8601 does: `-0001-12-31`.
    public var description: String {
        let civil = civil
        let text = [(civil.year, 4), (civil.month, 2), (civil.day, 2)].map { number, width in
            let digits = String(number.magnitude)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }.joined(separator: "-")
        return civil.year < 0 ? "-" + text : text
    }

    /// Reads `yyyy-MM-dd`; nil if the text is something else or names no date.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(\.isDecimalDigit) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension Day: Codable {
    /// Reads `yyyy-MM-dd`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a day is written yyyy-MM-dd")
        }
        self = day
    }

    /// Writes `yyyy-MM-dd`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
