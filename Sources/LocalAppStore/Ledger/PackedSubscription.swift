import AppStoreModels
import Foundation

/// A subscription in 88 bytes: what is its own as numbers, and the numbers of what it has in common with others.
struct PackedSubscription: TableRecord {
    var id: Int64
    var latestTransactionID: Int64
    /// Milliseconds since 1970, as all dates here.
    var expiresDate: Int64
    let gracePeriodExpiresDate: Int64
    let billingRetryEndDate: Int64
    let recentSubscriptionStartDate: Int64
    var nextDueDate: Int64
    var renewalCount: Int
    var billingDay: Int32
    let account: UInt32
    let terms: UInt32
    let appUser: UInt32
    var previousRowOfAccount = UInt32.max
}

/// What many subscriptions have in common.
struct SubscriptionTerms: Hashable, Sendable, Codable {
    let groupID: String
    let productID: String
    let status: SubscriptionStatusCode
    let autoRenews: Bool
    let autoRenewProductID: String
    let expirationIntent: ExpirationIntent?
    let hasUsedIntroductoryOffer: Bool
    let continuingOffer: ContinuingOffer?
    let priceIncrease: PriceIncrease?
    let pendingOffer: PendingOffer?

    init(_ subscription: StoreSubscription) {
        groupID = subscription.groupID
        productID = subscription.productID
        status = subscription.status
        autoRenews = subscription.autoRenews
        autoRenewProductID = subscription.autoRenewProductID
        expirationIntent = subscription.expirationIntent
        hasUsedIntroductoryOffer = subscription.hasUsedIntroductoryOffer
        continuingOffer = subscription.continuingOffer
        priceIncrease = subscription.priceIncrease
        pendingOffer = subscription.pendingOffer
    }

    /// These tell nearly all terms apart, and hash faster than offers and prices.
    func hash(into hasher: inout Hasher) {
        hasher.combine(productID)
        hasher.combine(status.rawValue)
        hasher.combine(autoRenews)
        hasher.combine(autoRenewProductID)
        hasher.combine(hasUsedIntroductoryOffer)
        hasher.combine(continuingOffer?.remainingPeriods)
    }
}

/// What few subscriptions have.
struct SubscriptionDetails: Hashable, Sendable, Codable {
    let extensionDates: [Date]
    let sharing: FamilySharing?
    let nextChargeDate: Date?
    let commerce: CommercePlan?

    /// Nil for a subscription that has none of them.
    init?(_ subscription: StoreSubscription) {
        extensionDates = subscription.extensionDates
        sharing = subscription.sharing
        nextChargeDate = subscription.nextChargeDate
        commerce = subscription.commerce
        if extensionDates.isEmpty, sharing == nil, nextChargeDate == nil, commerce == nil { return nil }
    }
}

extension SubscriptionTerms: StoredValue {
    func checkRanges() throws(Nonsense) {
        try continuingOffer?.checkRanges()
        try pendingOffer?.checkRanges()
    }
}

extension SubscriptionDetails: StoredValue {
    func checkRanges() throws(Nonsense) { try commerce?.checkRanges() }
}
