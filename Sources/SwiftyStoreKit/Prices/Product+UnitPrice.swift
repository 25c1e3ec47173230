public import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension Product {
    /// What a subscription costs per day, week, month or year, in the storefront's currency and language; nil for what is no
    /// auto-renewable subscription.
    ///
    /// It is worked out with exact decimals by the lengths of ``PriceUnit``, divided once, and rounded once: to the currency's
    /// coins, half a coin up unless another rounding is named. 59.99 a year is 5.00 a month by default, and 4.99 with `.down`.
    ///
    /// - Parameters:
    ///   - unit: Per what.
    ///   - rounding: How it is rounded to coins.
    public func price(per unit: PriceUnit, rounding: NSDecimalNumber.RoundingMode = .plain) -> PriceMoney? {
        guard let period = subscription?.subscriptionPeriod else { return nil }
        return UnitPrice(price, for: period.length).money(per: unit, priceFormatStyle, rounding)
    }

    /// How much less this subscription costs than another one in the same time, in whole percent rounded down; nil if it costs
    /// more or the same, or they cannot be compared.
    ///
    /// ```swift
    /// if let percent = yearly.saving(comparedWith: monthly) { badge = "-\(percent) %" }
    /// ```
    public func saving(comparedWith other: Product) -> Int? {
        guard priceFormatStyle.currencyCode == other.priceFormatStyle.currencyCode,
            let period = subscription?.subscriptionPeriod, let otherPeriod = other.subscription?.subscriptionPeriod
        else { return nil }
        let others = UnitPrice(other.price, for: otherPeriod.length)
        return UnitPrice(price, for: period.length).saving(comparedWith: others)
    }
}

extension Product.SubscriptionPeriod {
    /// The period as prices count it.
    var length: PeriodLength {
        switch unit {
        case .day: PeriodLength(count: value, unit: .day)
        case .week: PeriodLength(count: value, unit: .week)
        case .month: PeriodLength(count: value, unit: .month)
        case .year: PeriodLength(count: value, unit: .year)
        @unknown default: PeriodLength(count: 0, unit: .day)
        }
    }
}
