/// A subscription of the store in memory.
struct FakePlan: Sendable, Hashable {
    let productID: String
    let group: String
    /// 1 is the highest.
    let level: Int
    let months: Int
    var hasIntroductoryOffer = false

    /// Whether another plan of the group takes its place at once.
    func isReplacedAtOnce(by other: FakePlan) -> Bool {
        other.level < level || other.level == level && other.months == months
    }

    /// The plans of the shop, by product.
    static func all(_ plans: ConformancePlans) -> [String: FakePlan] {
        let all = [
            FakePlan(productID: plans.higher, group: "club", level: 1, months: 1),
            FakePlan(productID: plans.lower, group: "club", level: 2, months: 1, hasIntroductoryOffer: true),
            FakePlan(productID: plans.sideways, group: "club", level: 2, months: 1),
            FakePlan(productID: plans.longer, group: "club", level: 2, months: 12),
            FakePlan(productID: plans.otherGroup, group: "garden", level: 1, months: 1, hasIntroductoryOffer: true),
        ]
        return Dictionary(all.map { ($0.productID, $0) }) { first, _ in first }
    }
}

/// Where a subscription of the store in memory stands.
struct FakeSubscription: Sendable {
    var plan: FakePlan
    var next: FakePlan?
    var state = SubscriptionStanding.State.active
    let original: String
    var transaction: String
    var offer: OfferUsed?
    var isShared = false

    /// Whether the customer may use it.
    var isEntitled: Bool { state == .active || state == .grace }

    var standing: SubscriptionStanding {
        SubscriptionStanding(
            productID: plan.productID,
            transactionID: transaction,
            originalTransactionID: original,
            nextProductID: state == .expired || state == .revoked ? nil : next?.productID,
            state: state,
            isSharedByFamily: isShared,
            offer: offer
        )
    }
}
