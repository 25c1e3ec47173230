import AppStoreModels
import Entitlements

extension PurchaseDatabase {
    /// A customer's record, and what it would be with what a receipt states. Nothing is stored.
    ///
    /// Purchases that somebody else has do not count, whatever the policy: nobody gets them before the App Store has spoken.
    /// What is known of the others, such as a refund, counts beside what the receipt says.
    func provisionalRecord(of customer: CustomerID, stating facts: PurchaseFacts) async throws -> ProvisionalRecord {
        let stated = StatedChains(facts)
        return try await read { [countsCredits] database in
            let confirmed = try Self.record(of: customer, countsCredits: countsCredits, in: database)
            var likely = confirmed
            for chain in stated.all {
                let owners = try ChainOwners(database: database, chain: chain.key).all().map(\.claimant.customer)
                guard owners.isEmpty || owners.contains(confirmed.customer) else { continue }
                if owners.isEmpty { likely.facts.formUnion(try Self.facts(of: chain.key, in: database)) }
                likely.facts.formUnion(PurchaseFacts(purchases: chain.purchases, renewals: chain.renewals))
            }
            return ProvisionalRecord(confirmed: confirmed, likely: likely)
        }
    }
}
