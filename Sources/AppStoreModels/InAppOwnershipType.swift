/// How a person came to a purchase.
public struct InAppOwnershipType: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The person bought it.
    public static let purchased = Self(rawValue: "PURCHASED")
    /// A family member bought it.
    public static let familyShared = Self(rawValue: "FAMILY_SHARED")
    /// An organisation or a group gave it to the person.
    public static let assigned = Self(rawValue: "ASSIGNED")

    public var description: String { rawValue }
}
