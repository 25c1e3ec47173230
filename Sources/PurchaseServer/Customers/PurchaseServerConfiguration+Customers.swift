import Entitlements
import Foundation

extension PurchaseServerConfiguration {
    /// By which rules the storage decides whose a purchase is.
    var claimTerms: ClaimTerms { ClaimTerms(ownership: customers.ownership, entitlementRules: entitlementRules) }

    /// How balances follow, now.
    var ledgerFold: LedgerFold {
        LedgerFold(rules: customers.ledger, date: now(), clockTolerance: entitlementRules.clockTolerance)
    }

    /// What follows from everything that is stored about a customer, now.
    func statement(of record: CustomerRecord) -> CustomerStatement {
        let date = now()
        let facts = record.facts.dated(notAfter: date.addingTimeInterval(entitlementRules.clockTolerance))
        let entitlements = facts.entitlements(at: date, rules: entitlementRules)
        return CustomerStatement(
            customer: record.customer,
            date: date,
            entitlements: entitlements,
            pendingUploads: record.pendingUploads,
            aliases: record.aliases.map(\.alias),
            levels: LevelFold(products: customers.levels).levels(of: entitlements, and: record.grants, at: date),
            balances: CurrencyBalance.sorted(ledgerFold.balances(of: record.credits, and: record.entries))
        )
    }
}

extension CustomerRules {
    /// What is wrong, if something is.
    var mistake: String? {
        let amounts: ClosedRange<Int64> = 1...1_000_000_000_000
        for (product, credit) in ledger.credits.sorted(by: { $0.key < $1.key }) {
            guard amounts.contains(credit.amount) else { return "\(product) must give 1 to 10^12 of a currency" }
            guard credit.currency.isIdentifier else { return "the currency of \(product) needs a name" }
        }
        return levels.keys.contains { !$0.isIdentifier } ? "a level needs a name of 1 to 128 bytes" : nil
    }
}
