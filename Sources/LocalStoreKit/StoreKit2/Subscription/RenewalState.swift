extension Product.SubscriptionInfo {
    /// Whether a subscription is active. Only ``subscribed`` and ``inGracePeriod`` give access.
    public struct RenewalState: RawRepresentable, Equatable, Hashable, Sendable {
        /// As the App Store Server API numbers it.
        public let rawValue: Int

        /// A state; also one that is not known here.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Paid.
        public static let subscribed = RenewalState(rawValue: 1)
        /// It has ended.
        public static let expired = RenewalState(rawValue: 2)
        /// A renewal could not be charged and is tried again; no access.
        public static let inBillingRetryPeriod = RenewalState(rawValue: 3)
        /// A renewal could not be charged and is tried again; with access.
        public static let inGracePeriod = RenewalState(rawValue: 4)
        /// It was refunded, or is no longer shared.
        public static let revoked = RenewalState(rawValue: 5)

        /// The state in words.
        public var localizedDescription: String {
            switch self {
            case .subscribed: "Subscribed"
            case .expired: "Expired"
            case .inBillingRetryPeriod: "In billing retry"
            case .inGracePeriod: "In grace period"
            case .revoked: "Revoked"
            default: "\(rawValue)"
            }
        }
    }
}
