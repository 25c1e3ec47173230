import AppStoreModels
import Entitlements
import Foundation

/// Facts as a change has stored them, and what is known by that without asking the database again: much of what comes is the
/// first that is heard of a purchase, and an upload may bring thousands of purchases.
struct KeptFacts {
    /// All chains that they are about, in a fixed order.
    let chains: [ChainKey]
    /// Those that renew.
    let subscriptionChains: Set<ChainKey>
    /// Those of which nothing was known before.
    let new: Set<ChainKey>
    /// Whose the purchases are.
    let outcome: ClaimOutcome
    /// Everything that is known about new ones, as the database would tell it.
    let known: [ChainKey: PurchaseFacts]

    init(
        _ facts: PurchaseFacts,
        chains: [ChainKey],
        subscriptionChains: Set<ChainKey>,
        new: Set<ChainKey>,
        outcome: ClaimOutcome
    ) {
        self.chains = chains
        self.subscriptionChains = subscriptionChains
        self.new = new
        self.outcome = outcome
        known = new.isEmpty ? [:] : Self.stored(facts, of: new)
    }

    private static func stored(_ facts: PurchaseFacts, of new: Set<ChainKey>) -> [ChainKey: PurchaseFacts] {
        let renewals = Dictionary(grouping: facts.renewals, by: ChainKey.init)
        var known: [ChainKey: PurchaseFacts] = [:]
        known.reserveCapacity(new.count)
        for (chain, purchases) in Dictionary(grouping: facts.purchases, by: ChainKey.init) where new.contains(chain) {
            // What was stated twice is stored once, under the later date: that is left to the database.
            let dates = Set(purchases.map(\.statedDate))
            let renewals = renewals[chain] ?? []
            guard dates.count == 1, renewals.count <= 1 else { continue }
            known[chain] = PurchaseFacts(
                purchases: purchases.map { fact in
                    var fact = fact
                    let date = fact.statedDate.asStored
                    if date != fact.statedDate { fact.statedDate = date }
                    return fact
                },
                renewals: renewals.map { fact in
                    var fact = fact
                    fact.statedDate = fact.statedDate.asStored
                    return fact
                }
            )
        }
        return known
    }
}

extension Date {
    /// The whole millisecond that a column has.
    fileprivate var asStored: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}
