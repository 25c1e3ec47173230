package import Foundation

/// A moment as calendar fields (proleptic Gregorian), computed without `Calendar` so that it is the same everywhere.
///
/// The day arithmetic is Howard Hinnant's `days_from_civil` and `civil_from_days`
/// (https://howardhinnant.github.io/date_algorithms.html).
package struct CivilTime {
    package let year: Int64
    package let month: Int64
    package let day: Int64
    package let hour: Int64
    package let minute: Int64
    package let second: Int64

    package init(secondsSince1970: Int64) {
        let (days, secondOfDay) = secondsSince1970.dividedFloor(by: 86_400)
        // Days since 0000-03-01, cut in eras of 400 years.
        let (era, dayOfEra) = (days + 719_468).dividedFloor(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = secondOfDay / 3_600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
    }

    /// `yyyy-MM-dd`, an octet between, `HH:mm:ss`, and what stands behind it.
    ///
    /// In one piece: an answer of `verifyReceipt` has hundreds of dates, and as many are in the receipt that goes with it.
    func text(_ separator: UInt8, _ suffix: StaticString) -> String {
        let octets = UnsafeBufferPointer(start: suffix.utf8Start, count: suffix.utf8CodeUnitCount)
        return String(unsafeUninitializedCapacity: 19 + octets.count) { buffer in
            var text = DateOctets(buffer)
            text.put(year, 4, then: UInt8(ascii: "-"))
            text.put(month, 2, then: UInt8(ascii: "-"))
            text.put(day, 2, then: separator)
            text.put(hour, 2, then: UInt8(ascii: ":"))
            text.put(minute, 2, then: UInt8(ascii: ":"))
            text.put(second, 2)
            for octet in octets { text.put(octet) }
            return text.count
        }
    }

    /// Days from 1970-01-01 to a date, nil if there is no such date.
    package static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
        guard (1...12).contains(month), day >= 1, day <= daysInMonth(year: year, month: month) else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shiftedYear.dividedFloor(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// How many days a month has, 28 to 31.
    package static func daysInMonth(year: Int64, month: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    /// Quotient rounded down, and the remainder that is never negative.
    package func dividedFloor(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension CivilTime {
    /// The first and the last second of the years that have four digits.
    private static let seconds: ClosedRange<Double> = -62_135_596_800...253_402_300_799

    /// The moments that have a year of four digits, which is all that Apple's formats can write.
    static let range = Date(timeIntervalSince1970: seconds.lowerBound)...Date(timeIntervalSince1970: seconds.upperBound)

    /// The nearest moment of ``range``; "not a number" counts as its start.
    static func clamped(_ date: Date) -> Date {
        // In this order `max` prefers the bound to "not a number".
        Date(timeIntervalSince1970: min(max(seconds.lowerBound, date.timeIntervalSince1970), seconds.upperBound))
    }

    /// Whole seconds since 1970, rounded down and clamped to ``range``.
    package static func wholeSeconds(of date: Date) -> Int64 {
        Int64(clamped(date).timeIntervalSince1970.rounded(.down))
    }
}
