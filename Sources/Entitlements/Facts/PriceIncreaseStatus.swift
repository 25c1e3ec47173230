/// Whether a person has agreed to a higher price of a subscription.
public struct PriceIncreaseStatus: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Asked and not answered; without an answer the subscription ends with its period.
    public static let pending = Self(rawValue: 0)
    /// Agreed to, or no consent needed.
    public static let accepted = Self(rawValue: 1)

    public var description: String { String(rawValue) }
}
