public import Foundation

/// An amount of money in a currency.
public struct StorePrice: Sendable, Hashable, CustomStringConvertible {
    /// How much, in units of the currency.
    public let amount: Decimal
    /// ISO 4217 code, for example `USD`.
    public let currency: String

    /// An amount of money.
    public init(amount: Decimal, currency: String) {
        self.amount = amount
        self.currency = currency
    }

    /// So many times this price.
    public func times(_ quantity: Int) -> StorePrice {
        StorePrice(amount: amount * Decimal(quantity), currency: currency)
    }

    public var description: String { "\(amount) \(currency)" }
}

extension StorePrice: Codable {
    // The amount is written as text, because JSON numbers are read through binary floating point in too many places.
    private enum CodingKeys: String, CodingKey {
        case amount, currency
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .amount)
        guard let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
            throw DecodingError.dataCorruptedError(forKey: .amount, in: container, debugDescription: "no amount")
        }
        guard StoredRange.amounts.contains(amount) else {
            throw DecodingError.dataCorruptedError(
                forKey: .amount,
                in: container,
                debugDescription: "the amount is \(text.prefix(64)), which no store can have written"
            )
        }
        self.init(amount: amount, currency: try container.decode(String.self, forKey: .currency))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(amount.description, forKey: .amount)
        try container.encode(currency, forKey: .currency)
    }
}
