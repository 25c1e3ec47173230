package import Entitlements
import Foundation

/// By which rules a storage decides whose a purchase is.
package struct ClaimTerms: Sendable {
    /// The policies.
    package var ownership: OwnershipRules
    /// What tells whether a subscription gives access.
    package var entitlementRules: EntitlementRules

    /// Terms.
    package init(
        ownership: OwnershipRules = OwnershipRules(),
        entitlementRules: EntitlementRules = EntitlementRules()
    ) {
        self.ownership = ownership
        self.entitlementRules = entitlementRules
    }

    /// Whether one of the purchases is a subscription that gives access. What was bought once and for all does not
    /// count: it would keep a purchase from moving for ever.
    func isActive(_ facts: PurchaseFacts, at date: Date) -> Bool {
        facts.dated(notAfter: date.addingTimeInterval(entitlementRules.clockTolerance))
            .entitlements(at: date, rules: entitlementRules)
            .contains { $0.isEntitled && $0.expiresDate != nil }
    }
}
