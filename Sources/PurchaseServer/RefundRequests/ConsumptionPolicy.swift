/// Whether and how the App Store is told of the use of a purchase when somebody wants the money back.
///
/// The App Store asks (`CONSUMPTION_REQUEST`) and takes the answer into account if it comes within 12 hours. What is told is
/// personal data: nothing is sent unless the developer states that customers have consented, in the app or its terms.
///
/// ```swift
/// configuration.apps[0].consumption = ConsumptionPolicy(customersHaveConsented: true, preference: .byUse)
/// ```
public struct ConsumptionPolicy: Sendable, Hashable {
    /// The version of Send Consumption Information.
    public enum Version: Int, Sendable, Hashable, CaseIterable {
        /// Numbers, for consumables and auto-renewable subscriptions; deprecated by Apple. Of other products the second
        /// version is sent.
        case one = 1
        /// Words, for all products.
        case two = 2
    }

    /// What the developer would like to become of the request.
    public enum Preference: String, Sendable, Hashable, CaseIterable {
        /// Nothing is said about it.
        case none
        /// No refund.
        case decline
        /// All of the price.
        case grantFull
        /// The part that was not used up.
        case grantProrated
        /// All of the price for what was not delivered or not used, the rest for what was used in part, nothing for what
        /// was used up. Where it is not known how much was used, nothing is said.
        case byUse
    }

    /// Whether customers have consented that the use of their purchases is told; without it nothing is sent.
    public var customersHaveConsented: Bool
    /// What the developer would like.
    public var preference: Preference
    /// Whether what is sold can be tried before, as a trial or a sample.
    public var offersSamples: Bool
    /// The version that is sent.
    public var version: Version

    /// A policy.
    public init(
        customersHaveConsented: Bool,
        preference: Preference = .none,
        offersSamples: Bool = false,
        version: Version = .two
    ) {
        self.customersHaveConsented = customersHaveConsented
        self.preference = preference
        self.offersSamples = offersSamples
        self.version = version
    }
}
