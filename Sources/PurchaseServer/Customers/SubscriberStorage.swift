package import Foundation

/// Where the purchase server keeps what other servers keep of a customer besides purchases.
///
/// The rules of ``PurchaseStorage`` and ``CustomerStorage`` hold.
package protocol SubscriberStorage: Sendable {
    /// Keeps that a customer was there; makes one that is not known.
    ///
    /// - Parameter platform: On what; nil if somebody else asked about the customer.
    /// - Returns: Whether the customer is new.
    func meet(_ customer: CustomerID, on platform: String?, at date: Date) async throws -> Bool

    /// Everything that is known of a customer, in one look.
    func subscriber(_ customer: CustomerID) async throws -> SubscriberRecord

    /// Keeps attributes; one that was said later than what comes now stays.
    ///
    /// - Returns: The names that found no place, since the customer has too many.
    func save(_ attributes: [String: CustomerAttribute], of customer: CustomerID, at date: Date) async throws
        -> [String]

    /// Says which offering a customer sees; nil for the one that all see.
    func show(offering: String?, to customer: CustomerID, at date: Date) async throws
}

/// What is known of a customer, with what is not about purchases.
package struct SubscriberRecord: Sendable, Hashable {
    /// Purchases, names, grants and entries.
    package var record: CustomerRecord
    /// By name; without those that were taken away.
    package var attributes: [String: CustomerAttribute] = [:]
    /// When the customer was last there; nil if never.
    package var lastSeen: Date?
    /// The offering that this customer sees; nil for the one that all see.
    package var offering: String?
    /// Since when renewals are off or fail.
    package var troubles: [OwnedPurchase: RenewalTrouble] = [:]
}

/// Since when the App Store says that a subscription will not go on by itself.
package struct RenewalTrouble: Sendable, Hashable {
    /// Since when renewal is off; nil while it is on.
    package var turnedOff: Date?
    /// Since when the account cannot be charged; nil while it can.
    package var billingFailed: Date?
}
