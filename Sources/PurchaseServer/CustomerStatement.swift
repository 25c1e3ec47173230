public import AppStoreModels
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
    /// The App Stores whose purchases count for the customer. The entitlements tell what was bought, wherever; for use counts
    /// only what is of these: ``counts(_:)``.
    public let countedEnvironments: Set<AppStoreEnvironment>
    /// How many uploads still wait for an answer of the App Store.
    public let pendingUploadCount: Int
    /// The customer's other names, sorted.
    public let aliases: [CustomerID]
    /// The levels of access that follow from products and grants.
    public let access: AccessStatement
    /// How much of each currency is left.
    public let balances: [LedgerCurrency: Int64]

    /// Whether the customer may use what was bought: it gives access now, and purchases in that App Store count.
    public func counts(_ entitlement: Entitlement) -> Bool {
        entitlement.isEntitled && countedEnvironments.contains(entitlement.environment)
    }
}
