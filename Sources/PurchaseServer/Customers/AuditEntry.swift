package import AppStoreModels
package import Foundation

/// Something that was done to somebody's purchases or names; never changed after it was written.
package struct AuditEntry: Sendable, Hashable {
    /// Its number; a later one is higher.
    package var number: Int64
    /// When.
    package var date: Date
    /// What.
    package var kind: Kind
    /// Which key or part of the server did it.
    package var actor: String
    /// Who had it; nil if nobody, or if the person was erased since.
    package var from: CustomerID?
    /// Who has it now, or wanted it; nil if nobody, or if the person was erased since.
    package var to: CustomerID?
    /// Which App Store the purchase is of; nil if it is about no single purchase.
    package var environment: AppStoreEnvironment?
    /// The purchase; nil if it is about no single one.
    package var originalTransactionID: String?
    /// Why, in words of the developer, or the policy.
    package var reason: String?

    /// What was done.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A purchase turned up for another customer and is theirs now.
        case moved
        /// A purchase turned up for another customer and is theirs, too.
        case shared
        /// A purchase turned up for another customer and stays where it is; written once for a customer and a purchase.
        case refused
        /// The developer moved a purchase.
        case transferred
        /// A name became another name of a customer.
        case merged
        /// A person was erased.
        case erased
    }
}

/// When, by whom and why something is done.
package struct AuditNote: Sendable, Hashable {
    /// When.
    package var date: Date
    /// Which key or part of the server does it.
    package var actor: String
    /// Why, in words of the developer.
    package var reason: String?

    /// A note.
    package init(date: Date, actor: String, reason: String? = nil) {
        self.date = date
        self.actor = actor
        self.reason = reason
    }
}
