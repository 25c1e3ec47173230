/// What the store of a harness sells.
public struct ConformanceShop: Sendable, Hashable {
    /// A product that is used up.
    public var consumable: String
    /// A product that is owned for ever.
    public var nonConsumable: String
    /// A subscription that renews.
    public var subscription: String
    /// An identifier that nobody sells.
    public var unknown: String
    /// What plans and offers are tried with; nil where the shop has none, and the harness no ``Capability/plans``.
    public var plans: ConformancePlans?

    /// Products.
    public init(
        consumable: String,
        nonConsumable: String,
        subscription: String,
        unknown: String = "nobody.sells.this",
        plans: ConformancePlans? = nil
    ) {
        self.consumable = consumable
        self.nonConsumable = nonConsumable
        self.subscription = subscription
        self.unknown = unknown
        self.plans = plans
    }
}

/// The subscriptions that changes of plans and offers are tried with.
///
/// The products differ as is said here, and the first four are of one group.
public struct ConformancePlans: Sendable, Hashable {
    /// On the highest level, a month long, without an introductory offer.
    public var higher: String
    /// On the next level, a month long, with an introductory offer.
    public var lower: String
    /// On the level of ``lower``, and as long.
    public var sideways: String
    /// On the level of ``lower``, a year long.
    public var longer: String
    /// In another group, with an introductory offer.
    public var otherGroup: String
    /// An offer of ``lower`` that the developer signs.
    public var promotionalOffer: String
    /// An offer of ``lower`` for who comes back.
    public var winBackOffer: String

    /// Plans.
    public init(
        higher: String,
        lower: String,
        sideways: String,
        longer: String,
        otherGroup: String,
        promotionalOffer: String,
        winBackOffer: String
    ) {
        (self.higher, self.lower, self.sideways) = (higher, lower, sideways)
        (self.longer, self.otherGroup) = (longer, otherGroup)
        (self.promotionalOffer, self.winBackOffer) = (promotionalOffer, winBackOffer)
    }
}
