/// Why a renewal date is moved.
public struct ExtendReasonCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No reason is given.
    public static let undeclared = Self(rawValue: 0)
    /// To make up with a customer.
    public static let customerSatisfaction = Self(rawValue: 1)
    /// Another reason.
    public static let other = Self(rawValue: 2)
    /// The service could not be used.
    public static let serviceIssueOrOutage = Self(rawValue: 3)

    public var description: String { String(rawValue) }
}
