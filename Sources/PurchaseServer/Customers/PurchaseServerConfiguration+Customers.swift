import Entitlements
import Foundation

extension PurchaseServerConfiguration {
    /// By which rules the storage decides whose a purchase is.
    var claimTerms: ClaimTerms { ClaimTerms(ownership: customers.ownership, entitlementRules: entitlementRules) }

    /// By which rules balances follow.
    var ledgerTerms: LedgerTerms {
        LedgerTerms(
            rules: customers.ledger,
            sandbox: customers.sandbox,
            clockTolerance: entitlementRules.clockTolerance
        )
    }

    /// What follows from everything that is stored about a customer, now.
    func statement(of record: CustomerRecord) throws -> CustomerStatement {
        let date = now()
        let facts = record.facts.dated(notAfter: date.addingTimeInterval(entitlementRules.clockTolerance))
        let entitlements = facts.entitlements(at: date, rules: entitlementRules)
        let name = record.name(forSandbox: customers.sandbox)
        return CustomerStatement(
            customer: record.customer,
            date: date,
            entitlements: entitlements,
            countedEnvironments: customers.sandbox.environments(for: name),
            pendingUploadCount: record.pendingUploads,
            aliases: record.aliases.map(\.alias),
            access: AccessStatement(
                entitlements: entitlements,
                grants: record.grants.map(\.grant),
                at: date,
                catalogue: customers.levels,
                sandbox: customers.sandbox,
                customer: name
            ),
            balances: try ledgerTerms.ledger(of: record, at: date).balances
        )
    }
}

extension CustomerRecord {
    /// The name under which a sandbox rule knows the customer: any of them is as good as the one that counts.
    func name(forSandbox rule: SandboxRule) -> String {
        aliases.lazy.map(\.alias.value).first(where: rule.testers.contains) ?? customer.value
    }
}

extension CustomerRules {
    /// What is wrong, if something is.
    var mistake: String? {
        let currencies = ledger.products.flatMap(\.amounts.keys)
        if let currency = currencies.first(where: { !$0.rawValue.isIdentifier }) {
            return "a currency needs a name of 1 to 128 bytes, not \(currency.rawValue.prefix(155))"
        }
        return levels.levels.contains { !$0.level.rawValue.isIdentifier }
            ? "a level needs a name of 1 to 128 bytes" : nil
    }
}
