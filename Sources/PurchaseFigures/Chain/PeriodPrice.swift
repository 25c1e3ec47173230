import AppStoreModels
import Entitlements
import Foundation

/// What is paid for a period, to tell whether the next costs the same.
struct PeriodPrice: Sendable, Hashable {
    /// All of it, in units of the currency; nil if it was not stated.
    let money: Decimal?
    let currency: String?
    let period: PaidPeriod

    /// - Parameters:
    ///   - row: A period of a subscription.
    ///   - previous: The one before it.
    init(_ row: ChainRow, after previous: ChainRow?, _ rules: FigureRules) {
        money = row.fact.money
        currency = row.fact.currency
        if row.fact.offerType == nil, let known = rules.productPeriods[row.fact.productID] {
            period = known
            return
        }
        // A renewal that was charged ahead is dated up to a day before its period begins.
        let ahead = previous.map { $0.expiry.timeIntervalSince(row.start) } ?? 0
        let start = ahead > 0 && ahead <= 86_400 ? row.start.addingTimeInterval(ahead) : row.start
        period = PaidPeriod(from: start, to: max(row.firstExpiry ?? row.expiry, start))
    }

    /// What it is a month, by the rate of a day; nil if price or rate are not known.
    func monthly(on day: Day, _ rules: FigureRules) -> Amount? {
        guard let money, let currency, let rate = rules.rates.rate(of: currency, on: day) else { return nil }
        return rules.weekFactor.monthly(money * rate, per: period)
    }
}

extension PurchaseFact {
    /// What was paid: of a subscription the price is that of one seat, of everything else that of all.
    var money: Decimal? {
        guard let price, price.isFinite, price >= 0, price <= Amount.limit else { return nil }
        let hasSeats = productType.map { $0 == .autoRenewableSubscription } ?? (expiresDate != nil)
        return hasSeats ? price * Decimal(max(1, quantity)) : price
    }
}
