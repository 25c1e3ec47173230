import Foundation

extension FakeStore {
    /// Buys a plan: a new one, the same again, one that begins at once, or one that waits.
    func subscribe(_ plan: FakePlan, _ order: Order) -> DeliveredPurchase {
        guard var own = subscriptions[plan.group], own.isEntitled else { return begin(plan, order) }
        guard own.plan == plan || !own.plan.isReplacedAtOnce(by: plan) else { return begin(plan, order) }
        own.next = plan
        subscriptions[plan.group] = own
        let present = entries.last { $0.purchase.transactionID == own.transaction }
        return present?.purchase ?? begin(plan, order)
    }

    /// A first period of a plan.
    private func begin(_ plan: FakePlan, _ order: Order) -> DeliveredPurchase {
        let purchase = add(make(order))
        var offer = order.offer
        if offer == nil, plan.hasIntroductoryOffer, introduced.insert(plan.group).inserted {
            offer = OfferUsed(.introductory)
        }
        subscriptions[plan.group] = FakeSubscription(
            plan: plan,
            next: plan,
            original: subscriptions[plan.group]?.original ?? purchase.transactionID,
            transaction: purchase.transactionID,
            offer: offer
        )
        return purchase
    }

    /// Every subscription that goes on has another period.
    func renew() {
        for (group, var own) in subscriptions {
            guard let next = own.next, own.state != .expired, own.state != .revoked else { continue }
            let purchase = add(make(Order(productID: next.productID)))
            (own.plan, own.transaction, own.state, own.offer) = (next, purchase.transactionID, .active, nil)
            subscriptions[group] = own
        }
    }

    /// Changes every subscription of the customer's own.
    func changeSubscriptions(_ change: (inout FakeSubscription) -> Void) {
        for group in subscriptions.keys.sorted() {
            guard var own = subscriptions[group] else { continue }
            change(&own)
            subscriptions[group] = own
        }
    }

    func standings(of productID: String) -> [SubscriptionStanding] {
        guard let group = plans[productID]?.group else { return [] }
        return [subscriptions[group], shared[group]].compactMap { $0?.standing }
    }

    func change(to productID: String) -> PlannedChange? {
        guard let plan = plans[productID] else { return nil }
        guard let own = subscriptions[plan.group], own.isEntitled, own.plan != plan else {
            return PlannedChange(replaces: nil, isAtOnce: true)
        }
        return PlannedChange(replaces: own.plan.productID, isAtOnce: own.plan.isReplacedAtOnce(by: plan))
    }

    /// The offers of a product, with the reasons of ``OfferAvailability``.
    func offers(of productID: String) -> [OfferAnswer] {
        guard let plan = plans[productID], let names = shop.plans else { return [] }
        let own = subscriptions[plan.group]
        let isSubscribed = own?.isEntitled ?? false
        var offers: [OfferAnswer] = []
        if plan.hasIntroductoryOffer {
            let reason =
                introduced.contains(plan.group)
                ? "introductory-offer-used" : isSubscribed ? "subscribed-now" : "no-introductory-offer-yet"
            offers.append(.init(.introductory, isEligible: reason == "no-introductory-offer-yet", reason: reason))
        }
        guard productID == names.lower else { return offers }
        let left = own == nil ? "never-subscribed" : isSubscribed ? "subscribed-now" : "named-by-the-store"
        offers.append(.init(.winBack, id: names.winBackOffer, isEligible: own != nil && !isSubscribed, reason: left))
        // Those that the developer signs are for subscribers of the app, of whatever group.
        let isSubscriber = !subscriptions.isEmpty
        let signed = isSubscribed ? "subscribed-now" : isSubscriber ? "subscribed-before" : "never-subscribed"
        offers.append(.init(.promotional, id: names.promotionalOffer, isEligible: isSubscriber, reason: signed))
        return offers
    }

    // MARK: The developer's signature

    /// What a signature of an offer is in this store.
    static func signature(_ offer: String, _ productID: String, _ nonce: UUID, _ timestamp: Int) -> Data {
        Data("\(offer) \(productID) \(nonce) \(timestamp)".utf8)
    }

    func buy(_ productID: String, with offer: SignedOffer) async -> BuyingOutcome {
        let wanted = Self.signature(offer.id, productID, offer.nonce, offer.timestamp)
        guard offer.signature == wanted, !subscriptions.isEmpty, usedSignatures.insert(offer.nonce).inserted else {
            return .failed(.offer, mayHaveBeenCharged: false)
        }
        return await buy(Order(productID: productID, offer: OfferUsed(.promotional, id: offer.id)))
    }
}
