public import Foundation

extension Product.SubscriptionInfo {
    /// The time that is paid for at once.
    public typealias BillingPeriod = SubscriptionPeriod

    /// How a subscription is paid.
    public struct BillingPlanType: RawRepresentable, Equatable, Hashable, Sendable {
        /// Apple's word.
        public let rawValue: String

        /// A plan; also one that is not known here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Monthly, for a commitment of a year.
        public static let monthly = BillingPlanType(rawValue: "MONTHLY")
        /// Each period at its beginning.
        public static let upFront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    }

    /// What the customer commits to.
    public struct CommitmentInfo: Hashable, Sendable {
        /// What it costs in all.
        public let price: Decimal
        /// The price as the customer reads it.
        public let displayPrice: String
        /// For how long.
        public let period: SubscriptionPeriod
    }

    /// One way to pay for a subscription.
    public struct PricingTerms: Hashable, Sendable {
        /// What is paid at a time.
        public let billingPrice: Decimal
        /// The price as the customer reads it.
        public let billingDisplayPrice: String
        /// How often it is paid.
        public let billingPeriod: Product.SubscriptionInfo.BillingPeriod
        /// How it is paid.
        public let billingPlanType: Product.SubscriptionInfo.BillingPlanType
        /// What the customer commits to.
        public let commitmentInfo: Product.SubscriptionInfo.CommitmentInfo
        /// The offers that go with it.
        public let subscriptionOffers: [Product.SubscriptionOffer]

        /// The offers of a kind.
        public subscript(offers type: Product.SubscriptionOffer.OfferType) -> [Product.SubscriptionOffer] {
            subscriptionOffers.filter { $0.type == type }
        }
    }
}
