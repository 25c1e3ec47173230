import Entitlements
import Foundation

/// By which rules the balances of customers follow from what is stored.
package struct LedgerTerms: Sendable {
    /// What purchases give.
    let rules: LedgerRules
    /// Whose purchases in the sandbox count.
    let sandbox: SandboxRule
    /// How far, in seconds, a purchase may be dated ahead of us.
    let clockTolerance: TimeInterval

    /// Whether purchases give anything at all.
    var countsPurchases: Bool { !rules.products.isEmpty }

    /// A customer's ledger at a moment.
    ///
    /// - Throws: ``LedgerError`` never, as the storage gives each call a key of its own.
    func ledger(of record: CustomerRecord, at date: Date) throws(LedgerError) -> ConsumableLedger {
        let latest = date.addingTimeInterval(clockTolerance)
        // Where none gives anything, tens of thousands of them need not be looked at.
        let credits = countsPurchases ? record.credits : PurchaseFacts()
        let purchases = credits.dated(notAfter: latest).purchases.filter { $0.purchaseDate <= latest }
            .map { fact in
                guard let revoked = fact.revocationDate, revoked > latest else { return fact }
                // What will be refunded is not yet.
                var fact = fact
                fact.revocationDate = nil
                return fact
            }
        return try ConsumableLedger(
            rules: rules.counting(sandbox.environments(for: record.name(forSandbox: sandbox))),
            purchases: PurchaseFacts(purchases: purchases),
            calls: record.calls.map(\.call)
        )
    }
}
