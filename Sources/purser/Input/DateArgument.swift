import AppStoreModels
import ArgumentParser
import Foundation

/// A moment given on the command line, for example `2026-01-31T12:00:00Z`, or a day, which counts from its first moment
/// in UTC.
struct DateArgument: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        guard let date = RFC3339.dateOrDay(from: argument) else { return nil }
        self.date = date
    }

    /// Refuses a date that a running store is not told, because its dates are milliseconds since 1970.
    ///
    /// - Parameter option: What gave the date, for example `--date`.
    func checkForStore(_ option: String) throws {
        guard date >= Date(timeIntervalSince1970: 0) else {
            throw ValidationError("\(option): \(RFC3339.string(from: date)) is before 1970, when a store's time begins")
        }
    }
}
