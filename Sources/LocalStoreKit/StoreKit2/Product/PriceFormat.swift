import Foundation

/// How the store writes prices and lengths of time: in its language and in the storefront's currency.
struct PriceFormat: Sendable, Hashable {
    let identifier: String
    let currency: String

    init(locale: String, currency: String) {
        identifier = "\(locale)@currency=\(currency)"
        self.currency = currency
    }

    var locale: Locale { Locale(identifier: identifier) }

    var style: Decimal.FormatStyle.Currency { Decimal.FormatStyle.Currency(code: currency, locale: locale) }

    var periodStyle: Product.SubscriptionPeriod.DateRangeFormatStyle { .init(locale: locale) }

    func text(_ amount: Decimal) -> String { amount.formatted(style) }
}
