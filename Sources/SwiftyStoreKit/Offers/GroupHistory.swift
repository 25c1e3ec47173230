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
    /// The same of any group of the app.
    var wasSubscribedInApp = false
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
    /// - Promotional offers: for who is or was subscribed in the app; the developer's server decides the rest and signs.
    /// - Win-back offers: those that the renewal information names.
    func eligibility(for kind: OfferKind) -> OfferAvailability {
        if kind == .other { return OfferAvailability(.unknown, .unknownKind) }
        guard isKnown else {
            return OfferAvailability(.unknown, .storeNotReached, needsSignature: kind == .promotional)
        }
        guard isVerified else { return OfferAvailability(.unknown, .notVerified, needsSignature: kind == .promotional) }
        switch kind {
        case .introductory: return introductory
        case .promotional:
            guard isSubscribed || wasSubscribed || wasSubscribedInApp else {
                return OfferAvailability(.ineligible, .neverSubscribed, needsSignature: true)
            }
            return OfferAvailability(
                .eligible,
                isSubscribed ? .subscribedNow : .subscribedBefore,
                needsSignature: true
            )
        case .winBack(let id): return winBack(id)
        case .other: return OfferAvailability(.unknown, .unknownKind)
        }
    }

    private var introductory: OfferAvailability {
        if hadIntroductoryOffer { return OfferAvailability(.ineligible, .introductoryOfferUsed) }
        if isSubscribed { return OfferAvailability(.ineligible, .subscribedNow) }
        switch storeAllowsIntroductoryOffer {
        case true?: return OfferAvailability(.eligible, .noIntroductoryOfferYet)
        case false?: return OfferAvailability(.ineligible, .refusedByTheStore)
        case nil: return OfferAvailability(.unknown, .storeNotReached)
        }
    }

    private func winBack(_ id: String) -> OfferAvailability {
        if winBackOfferIDs.contains(id) { return OfferAvailability(.eligible, .namedByTheStore) }
        if isSubscribed { return OfferAvailability(.ineligible, .subscribedNow) }
        return OfferAvailability(.ineligible, wasSubscribed ? .notNamedByTheStore : .neverSubscribed)
    }
}
