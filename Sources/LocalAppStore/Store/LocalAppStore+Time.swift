package import Foundation

extension LocalAppStore {
    /// Beyond it the calendar has no years.
    private static let mostMonths = 12 * 9_999

    /// Moves the clock by so many days of 24 hours, and does everything that falls due until then.
    ///
    /// - Throws: `clockBackwards`
    public func advance(days: Int) throws(StoreError) {
        try advance(by: TimeInterval(days) * 86_400)
    }

    /// Moves the clock by so many months of the calendar in UTC, as subscriptions count them, and does everything that
    /// falls due until then. From the 31st it goes to the last day of a shorter month.
    ///
    /// - Throws: `clockBackwards`
    public func advance(months: Int) throws(StoreError) {
        guard let target = Self.date(months, monthsAfter: now) else {
            throw StoreError(.invalidValue, "\(months) months from now is no date of the years 1 to 9999")
        }
        try advance(to: target)
    }

    /// A date so many months of the calendar in UTC later; nil where the calendar has none.
    package static func date(_ months: Int, monthsAfter date: Date) -> Date? {
        guard (-mostMonths...mostMonths).contains(months) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(byAdding: .month, value: months, to: date)
    }
}
