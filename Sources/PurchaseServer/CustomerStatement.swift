public import Entitlements
public import Foundation

/// What a customer has at a moment.
public struct CustomerStatement: Sendable, Hashable {
    /// Who.
    public let customer: CustomerID
    /// The moment.
    public let date: Date
    /// What follows from everything known.
    public let entitlements: [Entitlement]
    /// How many uploads still wait for an answer of the App Store.
    public let pendingUploads: Int
}
