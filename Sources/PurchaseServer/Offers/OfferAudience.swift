/// To whom the server signs a promotional offer.
///
/// The App Store itself demands that the customer has or had a subscription of the app; the rest is the developer's
/// decision. What somebody has by Family Sharing is somebody else's subscription, and counts for nothing here.
public enum OfferAudience: String, Sendable, Hashable, CaseIterable {
    /// Who has or had a subscription of the group.
    case subscribers
    /// Who has access by a subscription of the group now: to keep them, or to sell them more.
    case current
    /// Who had a subscription of the group and has none now: to win them back.
    case lapsed

    /// Whether the offer is for somebody.
    func includes(_ standing: OfferStanding) -> Bool {
        switch self {
        case .subscribers: standing.hasSubscribed
        case .current: standing.hasAccess
        case .lapsed: standing.hasSubscribed && !standing.hasAccess
        }
    }
}
