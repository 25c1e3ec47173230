/// Whether the customer may have an introductory offer, as far as the server has a say in it.
public struct IntroductoryOfferEligibility: Sendable, Hashable {
    /// Whether nothing that the server knows speaks against it.
    public let isAllowed: Bool
    /// What `introductoryOfferEligibility(compactJWS:)` takes; nil where the App Store decides by its own rule.
    public let compactJWS: String?
}
