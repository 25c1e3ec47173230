import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// How a period is written.
enum PeriodStyle: Sendable {
    case short
    case full
}

extension SKProductSubscriptionPeriod {
    #if canImport(Darwin)
        /// The period in the words of `locale`.
        func localized(in locale: Locale, _ style: PeriodStyle) -> String {
            let formatter = DateComponentsFormatter()
            var calendar = Calendar(identifier: .gregorian)
            calendar.locale = locale
            formatter.calendar = calendar
            formatter.unitsStyle = style == .short ? .short : .full
            return formatter.string(from: dateComponents) ?? ""
        }

        private var dateComponents: DateComponents {
            switch unit {
            case .day: DateComponents(day: numberOfUnits)
            case .week: DateComponents(weekOfMonth: numberOfUnits)
            case .month: DateComponents(month: numberOfUnits)
            case .year: DateComponents(year: numberOfUnits)
            @unknown default: DateComponents()
            }
        }
    #else
        /// The period in English: Foundation has no words for periods here.
        func localized(in locale: Locale, _ style: PeriodStyle) -> String {
            let words: (one: String, many: String)
            switch (unit, style) {
            case (.day, _): words = ("day", "days")
            case (.week, .short): words = ("wk.", "wks.")
            case (.week, .full): words = ("week", "weeks")
            case (.month, .short): words = ("mth", "mths")
            case (.month, .full): words = ("month", "months")
            case (.year, .short): words = ("yr", "yrs")
            case (.year, .full): words = ("year", "years")
            @unknown default: return ""
            }
            return "\(numberOfUnits) \(numberOfUnits == 1 ? words.one : words.many)"
        }
    #endif
}
