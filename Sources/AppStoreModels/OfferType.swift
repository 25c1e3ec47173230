/// The kind of a subscription offer.
public struct OfferType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// For new subscribers.
    public static let introductory = Self(rawValue: 1)
    /// For present and former subscribers, signed by the developer.
    public static let promotional = Self(rawValue: 2)
    /// Redeemed with a code.
    public static let offerCode = Self(rawValue: 3)
    /// For former subscribers, shown by the App Store.
    public static let winBack = Self(rawValue: 4)

    public var description: String { String(rawValue) }
}
