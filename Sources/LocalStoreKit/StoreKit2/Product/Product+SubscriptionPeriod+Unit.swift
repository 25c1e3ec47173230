public import Foundation
import StoreConfiguration

extension Product.SubscriptionPeriod {
    /// A unit of time, shorter ones first.
    public enum Unit: Equatable, Hashable, Sendable, Comparable, CustomDebugStringConvertible {
        /// A day.
        case day
        /// A week.
        case week
        /// A month.
        case month
        /// A year.
        case year

        /// The unit in the language of the process.
        public var localizedDescription: String { FormatStyle(locale: .current).format(self) }

        /// The unit in English.
        public var debugDescription: String {
            switch self {
            case .day: "day"
            case .week: "week"
            case .month: "month"
            case .year: "year"
            }
        }

        /// The unit in the words of a style.
        public func formatted<S>(_ format: S) -> S.FormatOutput
        where S: Foundation.FormatStyle, S.FormatInput == Product.SubscriptionPeriod.Unit {
            format.format(self)
        }

        init(_ unit: BillingPeriod.Unit) {
            switch unit {
            case .day: self = .day
            case .week: self = .week
            case .month: self = .month
            case .year: self = .year
            }
        }

        /// The letter that stands for the unit in durations.
        var letter: String {
            switch self {
            case .day: "D"
            case .week: "W"
            case .month: "M"
            case .year: "Y"
            }
        }
    }
}

extension Product.SubscriptionPeriod.Unit {
    /// Writes a unit of time in a language: the word that follows 1.
    public struct FormatStyle: Foundation.FormatStyle {
        /// What is written.
        public typealias FormatInput = Product.SubscriptionPeriod.Unit
        /// What comes of it.
        public typealias FormatOutput = String

        private var locale: Locale

        init(locale: Locale) { self.locale = locale }

        /// The unit in words, for example `month`.
        public func format(_ value: Product.SubscriptionPeriod.Unit) -> String {
            PeriodWords(locale).word(value)
        }

        /// The same style in another language.
        public func locale(_ locale: Locale) -> Product.SubscriptionPeriod.Unit.FormatStyle {
            Self(locale: locale)
        }
    }
}
