/// Whether a subscription renews at the end of its period.
public struct AutoRenewStatus: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It ends.
    public static let off = Self(rawValue: 0)
    /// It renews.
    public static let on = Self(rawValue: 1)

    public var description: String { String(rawValue) }
}
