import AppStoreModels
import Foundation

extension Date {
    /// The same moment in whole milliseconds, as it is written and read everywhere; outside the years 1 to 9999 the nearest
    /// moment of them.
    var inMilliseconds: Date { Date(clamping: millisecondsSince1970) }

    fileprivate init(clamping milliseconds: Int64) {
        let range = StoredRange.milliseconds
        self.init(millisecondsSince1970: min(max(range.lowerBound, milliseconds), range.upperBound))
    }

    /// The day of the month in UTC, 1 to 31.
    var dayOfMonth: Int {
        Int(CivilTime(secondsSince1970: millisecondsSince1970.dividedFloor(by: 1000).quotient).day)
    }

    func adding(seconds: Double) -> Date {
        addingTimeInterval(seconds).inMilliseconds
    }

    /// The same time of day so many months later, on `billingDay` or, in a shorter month, on the last day.
    func adding(months: Int, billingDay: Int) -> Date {
        let (seconds, milliseconds) = millisecondsSince1970.dividedFloor(by: 1000)
        let time = CivilTime(secondsSince1970: seconds)
        let (years, monthIndex) = (time.year * 12 + time.month - 1 + Int64(months)).dividedFloor(by: 12)
        let last = CivilTime.daysInMonth(year: years, month: monthIndex + 1)
        let day = min(Int64(billingDay), last)
        guard let days = CivilTime.days(year: years, month: monthIndex + 1, day: day) else { return self }
        let secondOfDay = seconds.dividedFloor(by: 86_400).remainder
        return Date(clamping: (days * 86_400 + secondOfDay) * 1000 + milliseconds)
    }
}
