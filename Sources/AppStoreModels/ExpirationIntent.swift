/// Why a subscription expired.
public struct ExpirationIntent: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The person turned renewal off.
    public static let customerCancelled = Self(rawValue: 1)
    /// The account could not be charged.
    public static let billingError = Self(rawValue: 2)
    /// The person did not agree to a higher price.
    public static let priceIncreaseDeclined = Self(rawValue: 3)
    /// The product was no longer for sale.
    public static let productUnavailable = Self(rawValue: 4)
    /// For another reason.
    public static let other = Self(rawValue: 5)

    public var description: String { String(rawValue) }
}
