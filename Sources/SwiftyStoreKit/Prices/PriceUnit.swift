/// A length of time by which prices of different periods are compared.
///
/// A year has twelve months, 365 days, and a week seven days, so that a month has a twelfth of 365 days. Whoever goes from a
/// price per week to one per year, and from there to one per month, comes to the price per month of the week.
public enum PriceUnit: String, Sendable, Hashable, CaseIterable {
    /// A day.
    case day
    /// Seven days.
    case week
    /// A twelfth of a year.
    case month
    /// 365 days.
    case year

    /// The length in twelfths of a day, which is a whole number for each.
    var twelfthsOfDays: Int {
        switch self {
        case .day: 12
        case .week: 84
        case .month: 365
        case .year: 4_380
        }
    }
}
