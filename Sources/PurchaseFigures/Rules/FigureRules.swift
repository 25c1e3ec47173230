public import Foundation

/// What figures need to know beside what the App Store states.
///
/// Rows that were booked by other rules say something else: after a change they are booked again. Newer rates do so
/// from the first day on that differs.
public struct FigureRules: Sendable, Hashable {
    /// The currency of the figures, and what others are worth in it.
    public var rates: CurrencyRates
    /// How prices for days and weeks become prices for a month.
    public var weekFactor: WeekFactor
    /// What is left after tax and commission; nil if nobody said, and then there are no proceeds.
    public var proceeds: ProceedsRules?
    /// How long the periods of products are, where the dates of a period do not show it, as in the sandbox.
    ///
    /// Periods with an offer keep the length that they have.
    public var productPeriods: [String: PaidPeriod]
    /// How long, in seconds, may lie between a period and the next without the subscription having ended: 3600.
    ///
    /// The App Store dates some renewals a little after the end of the period before.
    public var shortestLapse: TimeInterval
    /// How long the App Store tries to charge after a period ended, in seconds: 60 days.
    public var billingRetryPeriod: TimeInterval

    /// Rules; only the currency must be known.
    public init(
        rates: CurrencyRates,
        weekFactor: WeekFactor = .fourWeeks,
        proceeds: ProceedsRules? = nil,
        productPeriods: [String: PaidPeriod] = [:],
        shortestLapse: TimeInterval = 3600,
        billingRetryPeriod: TimeInterval = 60 * 86_400
    ) {
        self.rates = rates
        self.weekFactor = weekFactor
        self.proceeds = proceeds
        self.productPeriods = productPeriods
        self.shortestLapse = shortestLapse
        self.billingRetryPeriod = billingRetryPeriod
    }
}
