/// What is known of a customer and a subscription group: the facts that decide about offers.
struct GroupHistory: Sendable, Hashable {
    /// Whether the store could be asked where the subscriptions stand.
    var isKnown = true
    /// Whether all that it said is verified.
    var isVerified = true
    /// Whether a subscription of the group gives access now.
    var isSubscribed = false
    /// Whether there ever was one of the customer's own.
    var wasSubscribed = false
    /// Whether a transaction of the group had an introductory offer.
    var hadIntroductoryOffer = false
    /// What the App Store itself says of introductory offers; nil if it could not be asked.
    var storeAllowsIntroductoryOffer: Bool?
    /// The offers that the App Store names for coming back.
    var winBackOfferIDs: [String] = []
}

/// The kinds of offers that a product lists.
enum OfferKind: Sendable, Hashable {
    case introductory
    case promotional
    case winBack(id: String)
    case other
}

extension GroupHistory {
    /// Whether the customer may have an offer: Apple's documented rules, applied to the facts.
    ///
    /// - Introductory offers: for who never had one of the group and is not subscribed in it; the App Store's own answer
    ///   counts where it says no. Source: Apple, "Implementing introductory offers in your app".
    /// - Promotional offers: for who is or was subscribed in the group; the developer's server decides the rest and signs.
    /// - Win-back offers: those that the renewal information names.
    func eligibility(for kind: OfferKind) -> OfferEligibility {
        if kind == .other { return OfferEligibility(.unknown, .unknownKind) }
        guard isKnown else { return OfferEligibility(.unknown, .storeNotReached, needsSignature: kind == .promotional) }
        guard isVerified else { return OfferEligibility(.unknown, .notVerified, needsSignature: kind == .promotional) }
        switch kind {
        case .introductory: return introductory
        case .promotional:
            guard isSubscribed || wasSubscribed else {
                return OfferEligibility(.ineligible, .neverSubscribed, needsSignature: true)
            }
            return OfferEligibility(
                .eligible,
                isSubscribed ? .subscribedNow : .subscribedBefore,
                needsSignature: true
            )
        case .winBack(let id): return winBack(id)
        case .other: return OfferEligibility(.unknown, .unknownKind)
        }
    }

    private var introductory: OfferEligibility {
        if hadIntroductoryOffer { return OfferEligibility(.ineligible, .introductoryOfferUsed) }
        if isSubscribed { return OfferEligibility(.ineligible, .subscribedNow) }
        switch storeAllowsIntroductoryOffer {
        case true?: return OfferEligibility(.eligible, .noIntroductoryOfferYet)
        case false?: return OfferEligibility(.ineligible, .refusedByTheStore)
        case nil: return OfferEligibility(.unknown, .storeNotReached)
        }
    }

    private func winBack(_ id: String) -> OfferEligibility {
        if winBackOfferIDs.contains(id) { return OfferEligibility(.eligible, .namedByTheStore) }
        if isSubscribed { return OfferEligibility(.ineligible, .subscribedNow) }
        return OfferEligibility(.ineligible, wasSubscribed ? .notNamedByTheStore : .neverSubscribed)
    }
}
