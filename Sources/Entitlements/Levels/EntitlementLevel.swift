/// A level of access, by the name that the developer gave it: `pro`, `gold`.
///
/// Apps ask for levels, not for products, so that a product can be added or replaced without a release.
public struct EntitlementLevel: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
}
