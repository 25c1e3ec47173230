public import Foundation

extension Product.SubscriptionPeriod {
    /// Writes a length of time in words: years, months and days, or whole weeks.
    ///
    /// On Apple platforms ``Product/subscriptionPeriodFormatStyle`` is a `Date.ComponentsFormatStyle`, which nobody can use
    /// on Linux. Danish, Dutch, English, French, German, Italian, Japanese, Chinese, Portuguese, Spanish and Swedish are
    /// known; what is in another language is written in English.
    public struct DateRangeFormatStyle: Foundation.FormatStyle {
        /// What is written.
        public typealias FormatInput = Range<Date>
        /// What comes of it.
        public typealias FormatOutput = String

        private var locale: Locale

        init(locale: Locale) { self.locale = locale }

        /// The length in words, for example `3 months`.
        public func format(_ value: Range<Date>) -> String {
            let words = PeriodWords(locale)
            let found = Calendar(identifier: .gregorian)
                .dateComponents([.year, .month, .day], from: value.lowerBound, to: value.upperBound)
            let (years, months, days) = (found.year ?? 0, found.month ?? 0, found.day ?? 0)
            if years == 0, months == 0, days > 0, days.isMultiple(of: 7) { return words.text(days / 7, .week) }
            let parts = [(years, Unit.year), (months, .month), (days, .day)].filter { $0.0 > 0 }
            guard !parts.isEmpty else { return words.text(0, .day) }
            return parts.map { words.text($0.0, $0.1) }.joined(separator: " ")
        }

        /// The same style in another language.
        public func locale(_ locale: Locale) -> Self { Self(locale: locale) }
    }
}
