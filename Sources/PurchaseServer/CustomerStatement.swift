public import Entitlements
public import Foundation

/// What a customer has at a moment.
public struct CustomerStatement: Sendable, Hashable {
    /// Who, by the name that counts, whichever was asked for.
    public let customer: CustomerID
    /// The moment.
    public let date: Date
    /// What follows from everything known.
    public let entitlements: [Entitlement]
    /// How many uploads still wait for an answer of the App Store.
    public let pendingUploads: Int
    /// The customer's other names, sorted.
    public let aliases: [CustomerID]
    /// The levels of access that follow from products and grants.
    public let access: AccessStatement
    /// How much of each currency is left.
    public let balances: [LedgerCurrency: Int64]
}
