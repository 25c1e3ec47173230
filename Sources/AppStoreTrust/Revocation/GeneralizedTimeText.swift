import Foundation

/// `GeneralizedTime` as DER and RFC 5280 want it: `20250601120000Z`, whole seconds, UTC.
enum GeneralizedTimeText {
    /// The date of a text in exactly this form, nil for any other.
    static func date(_ octets: [UInt8]) -> Date? {
        guard octets.count == 15, octets[14] == UInt8(ascii: "Z") else { return nil }
        let digits = octets.dropLast().map { Int($0) - 0x30 }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let components = DateComponents(
            year: number(0..<4),
            month: number(4..<6),
            day: number(6..<8),
            hour: number(8..<10),
            minute: number(10..<12),
            second: number(12..<14)
        )
        guard let date = calendar.date(from: components), text(date) == String(decoding: octets, as: UTF8.self) else {
            return nil
        }
        return date
    }

    /// The text of a date; a fraction of a second is dropped.
    static func text(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let numbers = [parts.month, parts.day, parts.hour, parts.minute, parts.second]
        return padded(parts.year, 4) + numbers.map { padded($0, 2) }.joined() + "Z"
    }

    private static func padded(_ number: Int?, _ width: Int) -> String {
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()
}
