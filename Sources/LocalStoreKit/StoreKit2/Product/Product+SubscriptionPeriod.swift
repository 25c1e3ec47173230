public import Foundation
import StoreConfiguration

extension Product {
    /// A length of time: a number of days, weeks, months or years.
    public struct SubscriptionPeriod: Equatable, Hashable, Sendable, CustomDebugStringConvertible {
        /// The unit that is counted.
        public let unit: Unit
        /// How many units.
        public let value: Int

        init(value: Int, unit: Unit) { (self.value, self.unit) = (value, unit) }

        /// One week.
        public static var weekly: SubscriptionPeriod { SubscriptionPeriod(value: 1, unit: .week) }
        /// One month.
        public static var monthly: SubscriptionPeriod { SubscriptionPeriod(value: 1, unit: .month) }
        /// One year.
        public static var yearly: SubscriptionPeriod { SubscriptionPeriod(value: 1, unit: .year) }
        /// Three days.
        public static var everyThreeDays: SubscriptionPeriod { SubscriptionPeriod(value: 3, unit: .day) }
        /// Two weeks.
        public static var everyTwoWeeks: SubscriptionPeriod { SubscriptionPeriod(value: 2, unit: .week) }
        /// Two months.
        public static var everyTwoMonths: SubscriptionPeriod { SubscriptionPeriod(value: 2, unit: .month) }
        /// Three months.
        public static var everyThreeMonths: SubscriptionPeriod { SubscriptionPeriod(value: 3, unit: .month) }
        /// Six months.
        public static var everySixMonths: SubscriptionPeriod { SubscriptionPeriod(value: 6, unit: .month) }

        /// From a moment on, by the Gregorian calendar.
        public func dateRange(referenceDate: Date = .now) -> Range<Date> {
            let components = DateComponents(subscriptionPeriod: self)
            let end = Calendar(identifier: .gregorian).date(byAdding: components, to: referenceDate)
            return referenceDate..<max(referenceDate, end ?? referenceDate)
        }

        /// The length in words, as from a moment on.
        public func formatted<S>(_ format: S, referenceDate: Date = .now) -> S.FormatOutput
        where S: Foundation.FormatStyle, S.FormatInput == Range<Date> {
            format.format(dateRange(referenceDate: referenceDate))
        }

        /// The length in words, as from a moment on.
        public func formatted<S>(_ format: S, referenceDate: Date = .now) -> S.FormatOutput
        where S: Foundation.FormatStyle, S.FormatInput == Duration {
            let range = dateRange(referenceDate: referenceDate)
            return format.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
        }

        /// The number and the unit.
        public var debugDescription: String { "\(value) \(unit)" }
    }
}

extension Product.SubscriptionPeriod {
    init(_ period: BillingPeriod) {
        self.init(value: period.count, unit: Unit(period.unit))
    }

    /// Reads a duration as signed data has it, for example `P1W`; nil for what is none.
    init?(iso8601 text: String) {
        guard let period = BillingPeriod(iso8601: text) else { return nil }
        self.init(period)
    }

    /// The duration as signed data has it.
    var iso8601: String { "P\(value)\(unit.letter)" }
}

extension DateComponents {
    /// As many days, months or years as a period has; a week is seven days.
    public init(subscriptionPeriod period: Product.SubscriptionPeriod) {
        switch period.unit {
        case .day: self.init(day: period.value)
        case .week: self.init(day: 7 * period.value)
        case .month: self.init(month: period.value)
        case .year: self.init(year: period.value)
        }
    }
}
