public import Foundation

/// Dates as receipts and our own interfaces write them: `2023-08-28T10:24:05Z`.
///
/// One small parser, because the usual formatters each refuse a shape that Apple has really sent: fractional seconds
/// (`…19.686Z`, App Store since 2020-09) and offsets without a colon (`…+0800`, Xcode). No locale takes part.
public enum RFC3339 {
    /// Reads a date.
    ///
    /// Accepted: `yyyy-MM-ddTHH:mm:ss`, then a fraction of up to nine digits if there is one, then `Z`, `±HH:mm`
    /// or `±HHmm`. `t`, `z` and a space for the `T` are accepted too, as RFC 3339 allows them. A leap second counts as the
    /// first second of the next minute.
    ///
    /// - Returns: nil if the text has another shape or names no real moment (month 13, 30 February, year 0).
    public static func date(from text: some Sequence<UInt8>) -> Date? {
        // Receipts hold thousands of dates: bytes that lie in one piece are read where they are.
        if let date = text.withContiguousStorageIfAvailable({ date(in: $0) }) { return date }
        return Array(text).withUnsafeBufferPointer { date(in: $0) }
    }

    /// Reads a date where it lies.
    package static func date(in text: UnsafeBufferPointer<UInt8>) -> Date? {
        if let seconds = PlainDate(text)?.secondsSince1970 { return Date(timeIntervalSince1970: Double(seconds)) }
        return Scanner.date(in: text)
    }

    /// Whether a text is a date that ``date(from:)-(String)`` reads.
    package static func isDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        PlainDate(text) != nil || Scanner.date(in: text) != nil
    }

    /// Reads a date from a string.
    ///
    /// - Returns: nil if the text has another shape or names no real moment.
    public static func date(from text: String) -> Date? {
        date(from: text.utf8)
    }

    /// Reads what people write: a date, or a day such as `2026-12-01`, which counts from its first moment in UTC.
    ///
    /// - Returns: nil if the text has another shape or names no real moment.
    package static func dateOrDay(from text: String) -> Date? {
        date(from: text.utf8.count == 10 ? text + "T00:00:00Z" : text)
    }

    /// Writes a date in UTC with whole seconds, truncated: `2023-08-28T10:24:05Z`.
    ///
    /// A date outside the years 1 to 9999, which this format cannot write, counts as the nearest that it can.
    public static func string(from date: Date) -> String {
        CivilTime(secondsSince1970: CivilTime.wholeSeconds(of: date)).text(UInt8(ascii: "T"), "Z")
    }

    /// Writes a date in UTC with three digits of fraction, rounded: `2023-08-28T10:24:05.120Z`.
    ///
    /// A date outside the years 1 to 9999, which this format cannot write, counts as the nearest that it can.
    package static func stringWithMilliseconds(from date: Date) -> String {
        let milliseconds = CivilTime.clamped(date).millisecondsSince1970
        let (seconds, fraction) = milliseconds.dividedFloor(by: 1000)
        let time = CivilTime(secondsSince1970: seconds).text(UInt8(ascii: "T"), ".")
        return time + String(1_000 + fraction).dropFirst() + "Z"
    }
}

extension RFC3339 {
    private struct Scanner {
        /// Valid only while ``date(in:)`` runs.
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        static func date(in bytes: UnsafeBufferPointer<UInt8>) -> Date? {
            var scanner = Scanner(bytes: bytes)
            return scanner.date()
        }

        private mutating func date() -> Date? {
            guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
                skip("T") || skip("t") || skip(" "),
                let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
                year > 0, hour < 24, minute < 60, second <= 60,
                let days = CivilTime.days(year: year, month: month, day: day),
                let fraction = fraction(), let offset = offset(), position == bytes.count
            else { return nil }
            let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
            return Date(timeIntervalSince1970: Double(seconds) + fraction)
        }

        private mutating func fraction() -> Double? {
            guard skip(".") else { return 0 }
            let start = position
            while position < bytes.count, bytes[position].isDigit { position += 1 }
            guard (1...9).contains(position - start) else { return nil }
            return Double("0." + String(decoding: bytes[start..<position], as: UTF8.self))
        }

        /// Seconds east of UTC.
        private mutating func offset() -> Int64? {
            if skip("Z") || skip("z") { return 0 }
            let sign: Int64
            if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
            guard let hours = number(2), hours < 24 else { return nil }
            _ = skip(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }

        private mutating func number(_ digits: Int) -> Int64? {
            guard position + digits <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[position..<position + digits] {
                guard byte.isDigit else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            position += digits
            return value
        }

        private mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
