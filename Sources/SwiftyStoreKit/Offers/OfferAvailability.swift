/// Whether a customer may have an offer, and why.
public struct OfferAvailability: Sendable, Hashable, CustomStringConvertible {
    /// The three answers.
    public enum Answer: String, Sendable, Hashable {
        /// The customer may have it.
        case eligible
        /// The customer may not have it.
        case ineligible
        /// Nobody could be asked; show the full price, or ask again.
        case unknown
    }

    /// Why the answer is what it is.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The customer never had an introductory offer of the group.
        case noIntroductoryOfferYet = "no-introductory-offer-yet"
        /// The customer had an introductory offer of the group.
        case introductoryOfferUsed = "introductory-offer-used"
        /// The customer is subscribed in the group now.
        case subscribedNow = "subscribed-now"
        /// The customer is not subscribed in the group now, and was, or is or was in another group of the app.
        case subscribedBefore = "subscribed-before"
        /// The customer was never subscribed in the group.
        case neverSubscribed = "never-subscribed"
        /// The App Store names it among the offers for the customer.
        case namedByTheStore = "named-by-the-store"
        /// The App Store does not name it among the offers for the customer.
        case notNamedByTheStore = "not-named-by-the-store"
        /// The App Store says no, and does not say why: a purchase on another account of the family, or one that was deleted.
        case refusedByTheStore = "refused-by-the-store"
        /// The store could not be asked.
        case storeNotReached = "store-not-reached"
        /// What the store said is not verified.
        case notVerified = "not-verified"
        /// It is an offer that the library does not know.
        case unknownKind = "unknown-kind"
        /// Only StoreKit 2 of this or a later system sells it.
        case needsStoreKit2 = "needs-storekit-2"

        /// The reason in a sentence, for a log or a developer.
        public var explanation: String {
            switch self {
            case .noIntroductoryOfferYet: "The customer never had an introductory offer of this subscription group."
            case .introductoryOfferUsed: "The customer had an introductory offer of this subscription group."
            case .subscribedNow: "The customer is subscribed in this group now."
            case .subscribedBefore: "The customer is or was subscribed in the app, and is not in this group now."
            case .neverSubscribed: "The customer was never subscribed in this group."
            case .namedByTheStore: "The App Store names the offer among those for this customer."
            case .notNamedByTheStore: "The App Store does not name the offer among those for this customer."
            case .refusedByTheStore: "The App Store says that the customer may not have it."
            case .storeNotReached: "The store could not be asked."
            case .notVerified: "What the store said of the customer's subscriptions is not verified."
            case .unknownKind: "The kind of the offer is not known to this version of the library."
            case .needsStoreKit2:
                "Offers for who comes back are sold by StoreKit 2 alone, from iOS 18 on; choose .storeKit2 for the client."
            }
        }
    }

    /// The answer.
    public let answer: Answer
    /// Why.
    public let reason: Reason
    /// Whether the developer's server must sign the offer before it can be bought.
    public let needsSignature: Bool

    init(_ answer: Answer, _ reason: Reason, needsSignature: Bool = false) {
        (self.answer, self.reason, self.needsSignature) = (answer, reason, needsSignature)
    }

    /// Whether the offer may be shown.
    public var isEligible: Bool { answer == .eligible }

    /// The answer and the reason.
    public var description: String { "\(answer.rawValue): \(reason.explanation)" }
}
