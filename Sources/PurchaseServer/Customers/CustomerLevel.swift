public import Foundation

/// A level of access that a customer has now.
public struct CustomerLevel: Sendable, Hashable {
    /// The developer's name of it, such as `pro`.
    public let level: String
    /// When it ends as far as is known now; nil for never.
    public let expiresDate: Date?
    /// The product that gives it for longest; nil if a grant does.
    public let productID: String?
    /// The grant that gives it for longest; nil if a product does.
    public let grant: String?
}
