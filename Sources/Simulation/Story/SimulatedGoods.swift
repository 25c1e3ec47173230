import AppStoreModels
import Entitlements
import Foundation

/// What the simulated shop sells, known by itself: the figures of the server are compared with these prices, and not with
/// those that the store states.
enum SimulatedGoods {
    /// A consumable.
    static let seeds = "seeds"
    /// A non-consumable.
    static let greenhouse = "greenhouse"
    /// The subscriptions, of one group.
    static let subscriptions = ["bouquet.weekly", "bouquet.monthly", "bouquet.yearly"]

    /// What each costs, in US cents.
    static let cents: [String: Int] = [
        seeds: 99, greenhouse: 999, "bouquet.weekly": 149, "bouquet.monthly": 499, "bouquet.yearly": 4_788,
    ]

    /// How much of ``currency`` one piece of seeds gives.
    static let seedsGive: Int64 = 10
    /// What seeds fill.
    static let currency: LedgerCurrency = "grains"

    /// What kinds of products these are.
    static var kinds: [String: ProductType] {
        var kinds = Dictionary(uniqueKeysWithValues: subscriptions.map { ($0, ProductType.autoRenewableSubscription) })
        (kinds[seeds], kinds[greenhouse]) = (.consumable, .nonConsumable)
        return kinds
    }
}
