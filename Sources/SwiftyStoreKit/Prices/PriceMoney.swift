public import Foundation

/// An amount in the storefront's currency, and how that storefront writes it.
public struct PriceMoney: Sendable, Hashable {
    /// The amount as it was worked out, to 38 digits; not rounded to coins.
    public let exactAmount: Decimal
    /// The amount in whole coins of the currency.
    public let amount: Decimal
    /// ``amount`` as the customer of the storefront reads it.
    public let text: String
    /// The currency, ISO 4217.
    public let currency: String

    /// An amount, rounded to the currency's coins.
    ///
    /// What is more than nothing is never rounded to nothing: a price that reads as free would be untrue.
    ///
    /// - Parameters:
    ///   - exactAmount: The amount.
    ///   - style: The currency, and the language of the storefront.
    ///   - rounding: How it is rounded to coins.
    init(_ exactAmount: Decimal, _ style: Decimal.FormatStyle.Currency, _ rounding: NSDecimalNumber.RoundingMode) {
        let digits = Self.fractionDigits(of: style.currencyCode)
        var (exact, rounded) = (exactAmount, Decimal())
        NSDecimalRound(&rounded, &exact, digits, rounding)
        if rounded == 0, exactAmount > 0 { rounded = Decimal(sign: .plus, exponent: -digits, significand: 1) }
        self.exactAmount = exactAmount
        amount = rounded
        text = rounded.formatted(style)
        currency = style.currencyCode
    }

    /// How many digits after the point a currency has, as the system writes it: `NumberFormatter` says two of any
    /// currency on some systems.
    private static func fractionDigits(of currency: String) -> Int {
        let plain = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: "en_US_POSIX"))
        let text = Decimal(0).formatted(plain)
        guard let point = text.lastIndex(of: ".") else { return 0 }
        return text[point...].count { $0 == "0" }
    }
}
