import AppStoreModels
import Entitlements

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
    /// What is known about new ones.
    let news: NewPurchases

    init(
        _ stated: StatedChains,
        new: Set<ChainKey>,
        _ news: NewPurchases,
        _ claimed: (outcome: ClaimOutcome, owners: [ChainKey: [CustomerID]])
    ) {
        chains = stated.keys
        subscriptionChains = Set(stated.all.lazy.filter(\.renews).map(\.key))
        self.new = new
        self.news = news
        (outcome, owners) = claimed
    }
}
