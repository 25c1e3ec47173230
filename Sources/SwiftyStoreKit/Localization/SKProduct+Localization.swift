import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

extension SKProduct {
    /// The price as the customer reads it; nil if it cannot be written.
    public var localizedPrice: String? {
        price.localizedPrice(in: priceLocale)
    }

    /// The length of one period, such as "1 mth"; empty unless the product is a subscription.
    public var localizedSubscriptionPeriod: String {
        subscriptionPeriod.map { $0.localized(in: priceLocale, .short) } ?? ""
    }
}

extension SKProductDiscount {
    /// The price as the customer reads it; nil if it cannot be written.
    public var localizedPrice: String? {
        price.localizedPrice(in: priceLocale)
    }

    /// The length of one period of the offer, such as "1 month".
    public var localizedSubscriptionPeriod: String {
        subscriptionPeriod.localized(in: priceLocale, .full)
    }
}

extension NSDecimalNumber {
    fileprivate func localizedPrice(in locale: Locale) -> String? {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = .currency
        return formatter.string(from: self)
    }
}
