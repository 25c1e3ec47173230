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
    /// Who has new ones, as far as it is known without a look.
    let owners: [ChainKey: [CustomerID]]
    /// Everything that is known about new ones, as the database would tell it.
    let known: [ChainKey: PurchaseFacts]

    init(
        _ stated: StatedChains,
        new: Set<ChainKey>,
        _ claimed: (outcome: ClaimOutcome, owners: [ChainKey: [CustomerID]])
    ) {
        chains = stated.keys
        subscriptionChains = Set(stated.all.lazy.filter(\.renews).map(\.key))
        self.new = new
        (outcome, owners) = claimed
        known = new.isEmpty ? [:] : Self.stored(stated, of: new)
    }

    private static func stored(_ stated: StatedChains, of new: Set<ChainKey>) -> [ChainKey: PurchaseFacts] {
        var known: [ChainKey: PurchaseFacts] = [:]
        known.reserveCapacity(new.count)
        for chain in stated.all where new.contains(chain.key) {
            // What was stated twice is stored once, under the later date: that is left to the database.
            let (purchases, renewals) = (chain.purchases, chain.renewals)
            guard let date = purchases.first?.statedDate, renewals.count <= 1,
                purchases.indices.allSatisfy({ purchases[$0].statedDate == date })
            else { continue }
            known[chain.key] = PurchaseFacts(
                purchases: date == date.asStored ? purchases : purchases.dated(date.asStored),
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

extension ArraySlice<PurchaseFact> {
    /// The same, stated at another date.
    fileprivate func dated(_ date: Date) -> ArraySlice<PurchaseFact> {
        var dated = self
        for place in dated.indices { dated[place].statedDate = date }
        return dated
    }
}

extension Date {
    /// The whole millisecond that a column has.
    fileprivate var asStored: Date { Date(millisecondsSince1970: millisecondsSince1970) }
}
