public import Foundation

/// By what a price for days or weeks is multiplied to be a price for a month.
///
/// Hosted backends differ, and a chart that jumps on the day of the change is believed by nobody; so it can be
/// chosen.
public enum WeekFactor: String, Sendable, Hashable, Codable, CaseIterable {
    /// Four weeks are a month: a week counts 4 times, a day 30 times, three days 10 times; what RevenueCat states.
    case fourWeeks
    /// A month is a twelfth of 365 days: a week counts 365/84 times, about 4.345.
    case calendar
    /// A week is 0.23 months, about 4.348 times; what Adapty states. A day is a seventh of it.
    case adapty
}

extension WeekFactor {
    /// The factor of a period as a fraction of whole numbers.
    func fraction(of period: PaidPeriod) -> (numerator: Int64, denominator: Int64) {
        switch (period, self) {
        case (.months(let count), _): (1, Int64(max(1, count)))
        case (.days(let count), .calendar): (365, 12 * Int64(max(1, count)))
        case (.days(let count), .adapty): (700, 23 * Int64(max(1, count)))
        case (.days(1), .fourWeeks): (30, 1)
        case (.days(3), .fourWeeks): (10, 1)
        case (.days(let count), .fourWeeks): (28, Int64(max(1, count)))
        }
    }

    /// What a price for a period is for a month: `7.00` a week are `28` with ``fourWeeks``.
    ///
    /// - Returns: nil if the price is too large to be one.
    public func monthly(_ price: Decimal, per period: PaidPeriod) -> Amount? {
        let (numerator, denominator) = fraction(of: period)
        guard price.magnitude <= Amount.limit else { return nil }
        return Amount(rounding: price * Decimal(numerator) / Decimal(denominator))
    }
}
