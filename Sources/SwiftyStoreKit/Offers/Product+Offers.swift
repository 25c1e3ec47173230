#if canImport(StoreKit) && canImport(Darwin)
    public import StoreKit
#else
    public import LocalStoreKit
#endif

/// An offer of a product, and whether the customer may have it.
public struct OfferChoice: Sendable, Hashable {
    /// The offer, as the store describes it.
    public let offer: Product.SubscriptionOffer
    /// Whether the customer may have it, and why.
    public let eligibility: OfferAvailability
}

extension Product {
    /// The offers of a subscription, each with whether the customer may have it and why: the introductory one first, then
    /// those for who comes back, best first, then those that the developer signs. Empty for what is no subscription.
    ///
    /// It asks the store now. A store that cannot be reached makes the answers unknown, never wrong.
    public func offerChoices() async -> [OfferChoice] {
        guard let subscription else { return [] }
        let history = await GroupHistory(of: subscription)
        var choices: [OfferChoice] = []
        if let offer = subscription.introductoryOffer {
            choices.append(OfferChoice(offer: offer, eligibility: history.eligibility(for: .introductory)))
        }
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            let order = history.winBackOfferIDs
            let place = { (offer: Product.SubscriptionOffer) in order.firstIndex { $0 == offer.id } ?? order.count }
            let sorted = subscription.winBackOffers.enumerated()
                .sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
            choices += sorted.map { _, offer in
                OfferChoice(offer: offer, eligibility: history.eligibility(for: .winBack(id: offer.id ?? "")))
            }
        }
        return choices
            + subscription.promotionalOffers.map { offer in
                OfferChoice(offer: offer, eligibility: history.eligibility(for: .promotional))
            }
    }

    /// The first of ``offerChoices()`` that the customer may have without a signature; nil if there is none.
    public func bestOffer() async -> Product.SubscriptionOffer? {
        await offerChoices().first { $0.eligibility.isEligible && !$0.eligibility.needsSignature }?.offer
    }
}

extension GroupHistory {
    /// Asks the store. What belongs to somebody else of the family decides nothing.
    init(of subscription: Product.SubscriptionInfo) async {
        self.init()
        do {
            for status in try await subscription.status { note(status) }
        } catch {
            isKnown = false
            return
        }
        for await result in Transaction.all {
            let transaction = result.unsafePayloadValue
            guard transaction.productType == .autoRenewable, transaction.ownershipType == .purchased else { continue }
            if case .verified = result { wasSubscribedInApp = true }
            guard transaction.subscriptionGroupID == subscription.subscriptionGroupID else { continue }
            guard case .verified = result else {
                isVerified = false
                continue
            }
            wasSubscribed = true
            if transaction.offerType == .introductory { hadIntroductoryOffer = true }
        }
        storeAllowsIntroductoryOffer = await Self.introductoryAnswer(subscription)
    }

    /// What the store says of introductory offers; nil if it is away, for then it says no as well.
    private static func introductoryAnswer(_ subscription: Product.SubscriptionInfo) async -> Bool? {
        if await subscription.isEligibleForIntroOffer { return true }
        do {
            _ = try await subscription.status
            return false
        } catch {
            return nil
        }
    }

    private mutating func note(_ status: Product.SubscriptionInfo.Status) {
        guard case .verified(let transaction) = status.transaction, case .verified(let info) = status.renewalInfo else {
            isVerified = false
            return
        }
        guard transaction.ownershipType == .purchased else { return }
        wasSubscribed = true
        if [.subscribed, .inGracePeriod].contains(status.state) { isSubscribed = true }
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
            winBackOfferIDs += info.eligibleWinBackOfferIDs
        }
    }
}
