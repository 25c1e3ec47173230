public import AppStoreModels
public import Foundation

/// The state of one customer's subscription in one group: everything the next renewal depends on.
public struct StoreSubscription: Sendable, Hashable, Codable, Identifiable {
    /// The chain of transactions; the same for ever, through lapses and changes of level.
    public let originalTransactionID: String
    /// The customer.
    public let accountID: String
    /// The group.
    public let groupID: String
    /// The product of the current, or last, period.
    public internal(set) var productID: String
    /// The transaction of the current, or last, period.
    public internal(set) var latestTransactionID: String
    /// When the current, or last, period ends.
    public internal(set) var expiresDate: Date
    /// Active, expired, in billing retry, in grace period, revoked.
    public internal(set) var status: SubscriptionStatusCode
    /// Whether it renews.
    public internal(set) var autoRenews: Bool
    /// What the next renewal buys.
    public internal(set) var autoRenewProductID: String
    /// Why it expired; nil while it has not.
    public internal(set) var expirationIntent: ExpirationIntent?
    /// Until when access goes on although a renewal failed.
    public internal(set) var gracePeriodExpiresDate: Date?
    /// Until when the store tries to charge.
    public internal(set) var billingRetryEndDate: Date?
    /// When the store tries to charge again, which then works; nil while it would not, or nothing is owed.
    public internal(set) var nextChargeDate: Date?
    /// When the current run of periods began; gaps under 60 days do not count.
    public internal(set) var recentSubscriptionStartDate: Date
    /// Whether this customer has had an introductory offer in this group.
    public internal(set) var hasUsedIntroductoryOffer: Bool
    /// The offer of the next period, if the current offer goes on.
    public internal(set) var continuingOffer: ContinuingOffer?
    /// A higher price that the customer was asked about or agreed to.
    public internal(set) var priceIncrease: PriceIncrease?
    /// The day of the month on which it renews, 1 to 31.
    public internal(set) var billingDay: Int
    /// How often it renewed since the customer last bought it.
    public internal(set) var renewalCount: Int
    /// The account in the developer's own system, if the app gave one.
    public internal(set) var appAccountToken: UUID?
    /// `SKPayment.applicationUsername`, if the app gave one.
    public internal(set) var applicationUsername: String?
    /// An offer that was redeemed and begins with a later period.
    public internal(set) var pendingOffer: PendingOffer?
    /// When the developer extended it.
    @OmittedWhenEmpty public internal(set) var extensionDates: [Date] = []
    /// Where it comes from, if a family member has it by Family Sharing.
    public internal(set) var sharing: FamilySharing?
    /// What its renewals sell of the developer's own catalogue; nil for what is no subscription of Advanced Commerce.
    var commerce: CommercePlan?

    public var id: String { originalTransactionID }

    /// Whether something is still due: the next renewal, or the next try to charge.
    public var isLive: Bool {
        status == .active || status == .billingGracePeriod || status == .billingRetryPeriod
    }

    /// The offer of the next period, if it has one.
    public var upcomingOffer: AppliedOffer? {
        if let continuingOffer, autoRenewProductID == productID { return continuingOffer.offer }
        guard let pendingOffer, pendingOffer.productID == autoRenewProductID else { return nil }
        return AppliedOffer(pendingOffer.offer)
    }

    /// Whether the customer may have an introductory offer of the group with the next purchase: who never had one, and is
    /// not subscribed. Source: Apple, "Implementing introductory offers in your app".
    ///
    /// An existing subscriber gets none with a change of plan, and may have it once the subscription is over. While the
    /// store still tries to charge it is not over.
    var allowsIntroductoryOffer: Bool { !hasUsedIntroductoryOffer && !isLive }

    /// Whether the customer has access: paid, or in the grace period.
    public var hasAccess: Bool { status == .active || status == .billingGracePeriod }

    /// Whether the store tries to charge.
    public var isInBillingRetryPeriod: Bool { status == .billingRetryPeriod || status == .billingGracePeriod }

    /// When the store must act next; nil if it never must.
    public var nextDueDate: Date? {
        // What is shared follows the purchaser's subscription.
        guard sharing == nil else { return nil }
        return switch status {
        case .active: expiresDate
        case .billingGracePeriod: [gracePeriodExpiresDate, nextChargeDate].compactMap(\.self).min()
        case .billingRetryPeriod: [billingRetryEndDate, nextChargeDate].compactMap(\.self).min()
        default: nil
        }
    }
}

/// What is left of an offer that is charged every period.
public struct ContinuingOffer: Sendable, Hashable, Codable {
    /// The offer.
    public let offer: AppliedOffer
    /// What one period costs.
    public let price: StorePrice
    /// How many periods are left, at least 1.
    public let remainingPeriods: Int

    /// What is left after one more period; nil if nothing is.
    var afterOnePeriod: ContinuingOffer? {
        guard remainingPeriods > 1 else { return nil }
        return ContinuingOffer(offer: offer, price: price, remainingPeriods: remainingPeriods - 1)
    }
}

/// An offer that was redeemed and begins with a later period of its product.
public struct PendingOffer: Sendable, Hashable, Codable {
    /// The product it is for.
    public let productID: String
    /// The offer.
    public let offer: CatalogueOffer
}

/// A higher price for a subscription.
public struct PriceIncrease: Sendable, Hashable, Codable {
    /// The price from the next period on.
    public let price: StorePrice
    /// Whether the customer agreed; false while there is no answer. Where nobody is asked it counts as agreed at once.
    public internal(set) var isAccepted: Bool
    /// True where the customer is told and not asked; else nil, which is not written.
    var isNotice: Bool?

    /// Whether the customer is asked, and the subscription ends without an answer; false for who is only told.
    public var needsConsent: Bool { isNotice != true }
}

extension StoreSubscription {
    /// What is sold of the developer's own catalogue, as `advancedCommerceInfo` of signed renewal information has it; nil for
    /// what the store's catalogue sells.
    package var advancedCommerceInfo: JSONObject? { commerce?.json(priceIncrease) }
}

extension StoreSubscription: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.billingDays.check(billingDay, "billingDay")
        try StoredRange.counts.check(renewalCount, "renewalCount")
        try continuingOffer?.checkRanges()
        try pendingOffer?.checkRanges()
        try commerce?.checkRanges()
    }
}

extension ContinuingOffer: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.atLeastOne.check(remainingPeriods, "remainingPeriods")
        try offer.checkRanges()
    }
}

extension PendingOffer: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.atLeastOne.check(offer.numberOfPeriods, "numberOfPeriods")
    }
}
