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
    var purchaseDate: Date
    var expiresDate: Date?
    var willAutoRenew: Bool?
    var autoRenewProductID: String?
    var bundleID: String?
    var isFreeTrial: Bool

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
