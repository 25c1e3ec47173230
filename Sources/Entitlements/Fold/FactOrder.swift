import AppStoreModels
import Foundation

/// A total order of facts: the later one holds.
///
/// The App Store's date decides. Two statements with the same date happen when a clock stands still or seconds are
/// rounded; then the one that takes more away holds, and members without meaning for access break what tie is left, so
/// that the order never depends on how the facts arrived.
enum FactOrder {
    static func precedes(_ left: PurchaseFact, _ right: PurchaseFact) -> Bool {
        Comparison(left.statedDate, right.statedDate)
            .then(left.revocationDate ?? .distantPast, right.revocationDate ?? .distantPast)
            .then(left.isUpgraded ? 1 : 0, right.isUpgraded ? 1 : 0)
            // The other way round: of two ends the earlier one is what holds, and any end rather than none.
            .then(right.expiresDate ?? .distantFuture, left.expiresDate ?? .distantFuture)
            .then(left.purchaseDate, right.purchaseDate)
            .then(left.transactionID, right.transactionID)
            .then(left.detail, right.detail)
            .isAscending
    }

    static func precedes(_ left: RenewalFact, _ right: RenewalFact) -> Bool {
        Comparison(left.statedDate, right.statedDate)
            .then(left.expirationIntent?.rawValue ?? 0, right.expirationIntent?.rawValue ?? 0)
            .then(right.autoRenewStatus?.rawValue ?? 2, left.autoRenewStatus?.rawValue ?? 2)
            .then(left.detail, right.detail)
            .isAscending
    }

    /// By what they pay for: the one that ends later, then the one bought later, then the higher identifier.
    static func endsBefore(_ left: PurchaseFact, _ right: PurchaseFact) -> Bool {
        Comparison(left.expiresDate ?? .distantFuture, right.expiresDate ?? .distantFuture)
            .then(left.purchaseDate, right.purchaseDate)
            .then(left.transactionID, right.transactionID)
            .then(left.environment.rawValue, right.environment.rawValue)
            .isAscending
    }
}

extension PurchaseFact {
    /// Every other member, as text.
    fileprivate var detail: String {
        [
            environment.rawValue, originalTransactionID, productID, bundleID, productType?.rawValue, "\(quantity)",
            revocationReason?.description, "\(isFreeTrial)", inAppOwnershipType?.rawValue, subscriptionGroupID,
            webOrderLineItemID, appAccountToken?.uuidString,
            originalPurchaseDate.map { "\($0.timeIntervalSince1970)" },
            revocationType?.rawValue, revocationPercentage?.description, offerType?.description, offerIdentifier,
            offerDiscountType?.rawValue, offerPeriod, price?.description, currency, storefront,
            transactionReason?.rawValue,
        ].map { $0 ?? "" }.joined(separator: "\u{1F}")
    }
}

extension RenewalFact {
    /// Every other member, as text.
    fileprivate var detail: String {
        [
            environment.rawValue, originalTransactionID, productID, autoRenewProductID,
            isInBillingRetryPeriod?.description, gracePeriodExpiresDate.map { "\($0.timeIntervalSince1970)" },
            priceIncreaseStatus?.description, renewalDate.map { "\($0.timeIntervalSince1970)" },
            renewalPrice?.description, currency, offerType?.description, offerIdentifier, offerDiscountType?.rawValue,
            eligibleWinBackOfferIDs?.joined(separator: "\u{1E}"),
        ].map { $0 ?? "" }.joined(separator: "\u{1F}")
    }
}
