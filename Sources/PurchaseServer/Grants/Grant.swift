package import Entitlements
package import Foundation

/// A level of access that the developer gave, and who gave it when.
package struct Grant: Sendable, Hashable {
    /// The grant; its identifier is the developer's name of it, of which one customer has one, and another one only if it came
    /// with a login.
    package var grant: EntitlementGrant
    /// When it was given.
    package var madeDate: Date
    /// Which key gave it.
    package var actor: String

    /// A grant.
    package init(_ grant: EntitlementGrant, madeDate: Date, actor: String) {
        self.grant = grant
        self.madeDate = madeDate
        self.actor = actor
    }
}
