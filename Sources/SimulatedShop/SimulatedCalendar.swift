import Foundation

/// The days of one span of time in UTC, counted from 1970, and months as the App Store counts them.
enum SimulatedCalendar {
    /// The day that a moment belongs to.
    static func day(of date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded(.down)) }

    /// The same time of day so many months later; a day that the month lacks is one of the month after.
    static func adding(months: Int, to date: Date) -> Date {
        let (year, month, day) = civil(self.day(of: date))
        let count = year * 12 + month - 1 + months
        let moved = days(count / 12, count % 12 + 1, day)
        return date.addingTimeInterval(Double(moved - self.day(of: date)) * 86_400)
    }

    /// The month, from 1.
    static func month(_ day: Int) -> Int { civil(day).1 }

    /// Days from 1970 to a date of the Gregorian calendar; the year begins in March, so that February ends it.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ day: Int) -> (Int, Int, Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
