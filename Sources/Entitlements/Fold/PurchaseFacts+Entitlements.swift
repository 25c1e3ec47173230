import AppStoreModels
public import Foundation

extension PurchaseFacts {
    /// What follows from these facts: what the person has at a moment, until when, and why.
    ///
    /// A pure function: the same facts in any order, each any number of times, give the same answer.
    ///
    /// - Subscriptions: a period counts if it has begun, was neither refunded nor upgraded, and has not ended; after that
    ///   the newest renewal information says whether a grace period or billing retry runs, or why it expired.
    /// - Non-consumables are owned until refunded. Non-renewing subscriptions end after the duration that `rules` gives,
    ///   counted from the last purchase. Consumables have the quantity that was bought.
    ///
    /// - Parameters:
    ///   - date: The moment; pass the current time.
    ///   - rules: What the App Store does not say.
    /// - Returns: Sorted by product, chain and App Store.
    public func entitlements(at date: Date, rules: EntitlementRules = EntitlementRules()) -> [Entitlement] {
        let newest = NewestFacts(self)
        var chains: [SubscriptionChain.Key: [PurchaseFact]] = [:]
        var shelves: [PurchaseFact.Shelf: [PurchaseFact]] = [:]
        for fact in newest.purchases {
            if rules.productType(of: fact) == .autoRenewableSubscription {
                chains[fact.chain, default: []].append(fact)
            } else {
                shelves[fact.shelf, default: []].append(fact)
            }
        }
        let subscriptions = chains.flatMap { key, periods in
            SubscriptionChain(
                periods: periods,
                renewal: newest.renewals[key],
                gracePeriod: newest.gracePeriods[key],
                changes: newest.changes,
                rules: rules
            ).entitlements(at: date)
        }
        let oneTime = shelves.values.compactMap { purchases in
            OneTimePurchases(
                purchases: purchases,
                changes: newest.changes,
                type: purchases.first(by: FactOrder.precedes) { rules.productType(of: $0) != nil }
                    .flatMap(rules.productType(of:)),
                rules: rules
            ).entitlement(at: date)
        }
        return (subscriptions + oneTime).sorted { left, right in
            (left.productID, left.originalTransactionID, left.environment.rawValue)
                < (right.productID, right.originalTransactionID, right.environment.rawValue)
        }
    }
}

extension PurchaseFact {
    /// Where purchases of the same product lie together.
    fileprivate struct Shelf: Hashable {
        let environment: AppStoreEnvironment
        let productID: String
    }

    fileprivate var shelf: Shelf { Shelf(environment: environment, productID: productID) }

    var chain: SubscriptionChain.Key {
        SubscriptionChain.Key(environment: environment, originalTransactionID: originalTransactionID)
    }
}

extension Sequence<Entitlement> {
    /// The entitlement that serves the person best: one that gives access before one that does not, then the one that
    /// lasts longest.
    ///
    /// - Parameter productID: The product, or nil for any.
    /// - Returns: nil if there is no entitlement to the product.
    public func best(for productID: String? = nil) -> Entitlement? {
        filter { productID == nil || $0.productID == productID }.max { left, right in
            if left.isEntitled != right.isEntitled { return right.isEntitled }
            return (left.expiresDate ?? .distantFuture) < (right.expiresDate ?? .distantFuture)
        }
    }
}
