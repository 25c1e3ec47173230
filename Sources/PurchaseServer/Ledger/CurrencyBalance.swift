/// How much a customer has of a currency.
public struct CurrencyBalance: Sendable, Hashable {
    /// The developer's name of the currency.
    public let currency: String
    /// How much is left.
    public let amount: Int64
}
