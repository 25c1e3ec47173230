/// Who began a transaction.
public struct TransactionReason: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The person.
    public static let purchase = Self(rawValue: "PURCHASE")
    /// The App Store, for an auto-renewable subscription.
    public static let renewal = Self(rawValue: "RENEWAL")

    public var description: String { rawValue }
}
