import LocalAppStore

extension Product {
    /// What an auto-renewable subscription has besides a name and a price.
    public struct SubscriptionInfo: Equatable, Hashable, Sendable {
        /// The offer for new subscribers, whether or not this customer may still have it.
        public let introductoryOffer: Product.SubscriptionOffer?
        /// The offers that the developer's server signs.
        public let promotionalOffers: [Product.SubscriptionOffer]
        /// The offers for former subscribers, whether or not this customer may have them.
        public let winBackOffers: [Product.SubscriptionOffer]
        /// The group in which a customer has one subscription at a time.
        public let subscriptionGroupID: String
        /// How long one period lasts.
        public let subscriptionPeriod: Product.SubscriptionPeriod
        /// How it may be paid; the local store sells everything up front.
        public let pricingTerms: [Product.SubscriptionInfo.PricingTerms]
        /// The level in the group; 1 is the highest.
        public let groupLevel: Int
        /// The group's name in the customer's language.
        public let groupDisplayName: String
        let origin: DeviceOrigin

        /// Whether the customer may have an introductory offer in the group, also if there is none: never had one there,
        /// and is not subscribed.
        public var isEligibleForIntroOffer: Bool {
            get async { await origin.responsible.isEligibleForIntroOffer(groupID: subscriptionGroupID) }
        }

        /// Whether the customer may have an introductory offer in a group, also if there is none: never had one there,
        /// and is not subscribed.
        public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
            await LocalDevice.inUse.isEligibleForIntroOffer(groupID: groupID)
        }

        /// Where the customer's subscriptions of the group stand; several only with Family Sharing.
        ///
        /// - Throws: ``StoreKitError``
        public var status: [Product.SubscriptionInfo.Status] {
            get async throws { try await origin.responsible.statuses(groupID: subscriptionGroupID) }
        }

        /// Where the customer's subscriptions of a group stand; empty for who never had one.
        ///
        /// - Throws: ``StoreKitError``
        public static func status(for groupID: String) async throws -> [Product.SubscriptionInfo.Status] {
            try await LocalDevice.inUse.statuses(groupID: groupID)
        }

        /// Where the subscription of a transaction stands; nil if the customer has no such subscription.
        ///
        /// - Throws: ``StoreKitError``
        public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
            try await LocalDevice.inUse.status(transactionID: transactionID)
        }
    }
}

extension Product.SubscriptionInfo {
    init(_ subscription: CatalogueSubscription, _ item: CatalogueItem, _ format: PriceFormat, _ origin: DeviceOrigin) {
        introductoryOffer = subscription.introductoryOffer.map { .init($0, .introductory, format) }
        promotionalOffers = subscription.promotionalOffers.map { .init($0, .promotional, format) }
        winBackOffers = subscription.winBackOffers.map { .init($0, .winBack, format) }
        subscriptionGroupID = subscription.groupID
        subscriptionPeriod = Product.SubscriptionPeriod(subscription.period)
        groupLevel = subscription.level
        groupDisplayName = subscription.groupName
        self.origin = origin
        let price = item.price.amount
        pricingTerms = [
            PricingTerms(
                billingPrice: price,
                billingDisplayPrice: format.text(price),
                billingPeriod: subscriptionPeriod,
                billingPlanType: .upFront,
                commitmentInfo: CommitmentInfo(
                    price: price,
                    displayPrice: format.text(price),
                    period: subscriptionPeriod
                ),
                subscriptionOffers: (introductoryOffer.map { [$0] } ?? []) + promotionalOffers + winBackOffers
            )
        ]
    }
}

/// What an auto-renewable subscription has besides a name and a price.
public typealias SubscriptionInfo = Product.SubscriptionInfo
/// A length of time.
public typealias SubscriptionPeriod = Product.SubscriptionPeriod
/// Where a subscription stands.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
/// What a subscription will do next.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo
/// Whether a subscription is active.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState
