import AppStoreModels

/// How long the periods of a series are.
public enum Resolution: String, Sendable, Hashable, Codable, CaseIterable {
    /// A day.
    case day
    /// Monday to Sunday.
    case week
    /// A month of the calendar.
    case month
    /// January to March, and so on.
    case quarter
    /// A year of the calendar.
    case year

    /// The first day of the period that a day belongs to.
    public func start(of day: Day) -> Day {
        let civil = day.civil
        return switch self {
        case .day: day
        // 1970-01-01 was a Thursday.
        case .week: day.adding(days: -Int((Int64(day.rawValue) + 3).dividedFloor(by: 7).remainder))
        case .month: day.adding(days: 1 - Int(civil.day))
        case .quarter: day.adding(days: 1 - Int(civil.day)).adding(months: -Int((civil.month - 1) % 3))
        case .year: day.adding(days: 1 - Int(civil.day)).adding(months: 1 - Int(civil.month))
        }
    }

    /// The first day of a period so many later than the one that a day belongs to.
    public func start(of day: Day, movedBy count: Int) -> Day {
        let start = start(of: day)
        return switch self {
        case .day: start.adding(days: count)
        case .week: start.adding(days: 7 * count)
        case .month: start.adding(months: count)
        case .quarter: start.adding(months: 3 * count)
        case .year: start.adding(months: 12 * count)
        }
    }
}
