import AppStoreModels
package import Foundation
package import HTTPTypes
import Locking

/// The field `Date` of an answer (RFC 9110, 6.6.1), written once in a second.
package enum DateField {
    private struct Written {
        var second = Int64.min
        var field = HTTPField(name: .date, value: "")
    }

    private static let last = Locked(Written())

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The field at a moment of the years 1 to 9999, or the nearest.
    package static func at(_ date: Date) -> HTTPField {
        let second = CivilTime.wholeSeconds(of: date)
        return last.withLock { last in
            if last.second != second {
                last = Written(second: second, field: HTTPField(name: .date, value: text(second)))
            }
            return last.field
        }
    }

    /// As `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ secondsSince1970: Int64) -> String {
        let time = CivilTime(secondsSince1970: secondsSince1970)
        // The first day of 1970 was a Thursday.
        let day = Int((secondsSince1970 - time.secondOfDay) / 86_400 + 4) % 7
        return "\(days[(day + 7) % 7]), \(two(time.day)) \(months[Int(time.month) - 1]) "
            + String(10_000 + time.year).dropFirst() + " "
            + "\(two(time.hour)):\(two(time.minute)):\(two(time.second)) GMT"
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension CivilTime {
    fileprivate var secondOfDay: Int64 { (hour * 60 + minute) * 60 + second }
}
