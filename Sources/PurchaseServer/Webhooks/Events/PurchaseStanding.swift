import AppStoreModels
import Entitlements
import Foundation

/// Where one chain of transactions stands, as far as anybody was told: what events are made from.
struct PurchaseStanding: Codable, Hashable, Sendable {
    var productID: String
    var productType: ProductType?
    var state: EntitlementState
    var reason: EntitlementReason
    var transactionID: String
    /// A newer transaction that was refunded, while this one still gives access; nil if this is the newest.
    var refundedTransactionID: String?
    var purchaseDate: Date
    var expiresDate: Date?
    var willAutoRenew: Bool?
    var autoRenewProductID: String?
    var bundleID: String?
    var isFreeTrial: Bool
    /// The refunded transactions of the chain that count as told, the newest first; nil if nobody has noted that.
    var toldRefunds: [String]?

    /// The standing of the newest purchase of a chain.
    ///
    /// - Parameters:
    ///   - facts: Everything that is known about one chain.
    ///   - date: The moment.
    /// - Returns: nil if no purchase is known yet.
    init?(_ facts: PurchaseFacts, at date: Date, rules: EntitlementRules) {
        let entitlements = facts.entitlements(at: date, rules: rules)
        let newest = entitlements.max { left, right in
            // Of two that were bought at one moment, the one that replaced the other.
            if left.purchaseDate == right.purchaseDate { return left.state == .upgraded && right.state != .upgraded }
            return left.purchaseDate < right.purchaseDate
        }
        guard let newest else { return nil }
        productID = newest.productID
        productType = newest.productType
        state = newest.state
        reason = newest.reason
        transactionID = newest.transactionID
        purchaseDate = newest.purchaseDate
        expiresDate = newest.expiresDate
        willAutoRenew = newest.willAutoRenew
        autoRenewProductID = newest.autoRenewProductID
        bundleID = newest.bundleID
        isFreeTrial = facts.purchases.contains { $0.transactionID == newest.transactionID && $0.isFreeTrial }
        // Of one product the period counts that gives access. One that is newer, and has begun, gives none any more.
        let latest = date.addingTimeInterval(rules.clockTolerance)
        let refunded = facts.purchases.filter { $0.purchaseDate > newest.purchaseDate && $0.purchaseDate <= latest }
        refundedTransactionID = refunded.max { $0.purchaseDate < $1.purchaseDate }?.transactionID
    }

    /// How one transaction stands by itself, whatever other transactions its chain has.
    init?(of transactionID: String, _ facts: PurchaseFacts, at date: Date, rules: EntitlementRules) {
        let purchases = facts.purchases.filter { $0.transactionID == transactionID }
        self.init(PurchaseFacts(purchases: purchases, renewals: facts.renewals), at: date, rules: rules)
    }

    /// Whether the other is of a transaction that is newer than all that was told.
    func isFollowed(by other: PurchaseStanding) -> Bool {
        transactionID != other.transactionID && refundedTransactionID != other.transactionID
            && purchaseDate <= other.purchaseDate
    }

    /// Whether it renews by itself.
    var isSubscription: Bool { productType == .autoRenewableSubscription }

    /// Whether the person has access.
    var isEntitled: Bool { state == .active || state == .gracePeriod }

    /// When time alone changes it; nil for never.
    var nextChange: Date? { isEntitled ? expiresDate : nil }

    /// How the purchase stood when it was made, if nobody was told of it before.
    var atItsBeginning: PurchaseStanding {
        var beginning = self
        beginning.state = productType == .consumable ? .bought : .active
        beginning.reason = isFreeTrial ? .freeTrial : isSubscription ? .paidPeriod : .purchased
        if isSubscription { beginning.willAutoRenew = true }
        beginning.autoRenewProductID = nil
        return beginning
    }
}
