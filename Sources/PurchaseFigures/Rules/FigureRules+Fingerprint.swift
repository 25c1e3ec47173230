extension FigureRules {
    /// The rules as a text that is the same in every run, by which a server knows that its rows were booked by
    /// others.
    ///
    /// Rates are not in it: `CurrencyRates.firstDifference(from:)` says what to book again when they change. The
    /// reporting currency is.
    package var fingerprint: String {
        let rows = proceeds.map { rules in Set(rules.rows.map(\.fingerprint)).sorted().joined(separator: ",") }
        let lengths = productPeriods.map { "\($0.key.debugDescription)=\($0.value.fingerprint)" }.sorted()
        return [
            "4", rates.reportingCurrency, weekFactor.rawValue, "\(shortestLapse)", "\(billingRetryPeriod)",
            lengths.joined(separator: ","), rows ?? "none",
        ].joined(separator: ";")
    }
}

extension PaidPeriod {
    fileprivate var fingerprint: String {
        switch self {
        case .months(let count): "\(count)m"
        case .days(let count): "\(count)d"
        }
    }
}

extension ProceedsRules.Row {
    fileprivate var fingerprint: String {
        let tax =
            switch tax {
            case .rate(let rate): "rate \(rate)"
            case .share(let share): "share \(share)"
            }
        let later = commissionAfterYear.map { "\($0)" } ?? "-"
        return "\(from) \((storefront ?? "").debugDescription) \(tax) \(commission) \(later)"
    }
}
