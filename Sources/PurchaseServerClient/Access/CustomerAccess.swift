public import Entitlements
public import Foundation

/// What a customer may use at a moment, and who says so.
public struct CustomerAccess: Sendable, Hashable {
    /// Who, by the name that counts; empty while the device's storage cannot be read.
    public internal(set) var customer: String
    /// Where the answer comes from as a whole; each entitlement says it for itself.
    public internal(set) var source: AnswerSource
    /// The moment.
    public internal(set) var date: Date
    /// When the server signed what this is made of; nil if it is the device's word.
    public internal(set) var statedDate: Date?
    /// Until when that counts if the server stays away.
    public internal(set) var countsUntil: Date?
    /// What the customer has, had, or will have.
    public internal(set) var entitlements: [CustomerEntitlement] = []
    /// The levels that the customer has, by name.
    public internal(set) var levels: [CustomerLevelAccess] = []
    /// What is left of consumables, by the server's last word; empty while the device answers.
    public internal(set) var balances: [CustomerBalance] = []
    /// How many uploads the App Store is still to be heard about; more may follow from them.
    public internal(set) var pendingUploadCount = 0
    /// Where the person looks after subscriptions; nil if there are none.
    public internal(set) var managementURL: URL?
    /// Where the person mends what cannot be charged; nil if nothing is.
    public internal(set) var billingURL: URL?

    /// Whether the customer may use a product.
    public func owns(_ productID: String) -> Bool { entitlement(to: productID)?.isEntitled ?? false }

    /// How things stand with a product: of several chains the one that serves the customer best.
    public func entitlement(to productID: String) -> CustomerEntitlement? {
        entitlements.filter { $0.productID == productID }.max { left, right in
            if left.isEntitled != right.isEntitled { return right.isEntitled }
            return (left.expiresDate ?? .distantFuture) < (right.expiresDate ?? .distantFuture)
        }
    }

    /// Whether the customer has a level.
    public func has(_ level: EntitlementLevel) -> Bool { levels.contains { $0.level == level } }

    /// How much of a currency the customer has.
    public func balance(of currency: String) -> Int64 {
        balances.first { $0.currency == currency }?.amount ?? 0
    }
}
