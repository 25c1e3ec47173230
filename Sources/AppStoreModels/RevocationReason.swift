/// Why a purchase was refunded.
public struct RevocationReason: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// For another reason, for example by accident.
    public static let other = Self(rawValue: 0)
    /// The person reported a problem with the app.
    public static let issueInApp = Self(rawValue: 1)

    public var description: String { String(rawValue) }
}
