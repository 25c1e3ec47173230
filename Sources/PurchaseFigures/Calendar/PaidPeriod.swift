public import Foundation

/// How long a subscription is paid for at a time.
public enum PaidPeriod: Sendable, Hashable {
    /// So many months of the calendar.
    case months(Int)
    /// So many days; a week has seven.
    case days(Int)

    /// The period between two moments.
    ///
    /// The App Store counts in Pacific time, and keeps the day on which a subscription began through shorter months.
    /// A stretch that ends up to three days from the same day of a later month is therefore taken for months, as long
    /// as it has 28 days or more. What is shorter is counted in days, at least one.
    public init(from start: Date, to end: Date) {
        let days = Int(min(max(((end.timeIntervalSince(start)) / 86_400).rounded(), 1), 36_525))
        let months = Int((Double(days) / 30.436875).rounded())
        if days >= 28, months >= 1 {
            let expected = Day(start).days(to: Day(start).adding(months: months))
            if abs(expected - days) <= 3 {
                self = .months(months)
                return
            }
        }
        self = .days(days)
    }
}
