import AppStoreModels
import Foundation

/// A total order of facts: the later one holds.
///
/// The App Store's date decides. Two statements with the same date happen when a clock stands still or seconds are
/// rounded; then the one that takes more away holds, and members without meaning for access break what tie is left, so
/// that the order never depends on how the facts arrived.
enum FactOrder {
    static func precedes(_ left: PurchaseFact, _ right: PurchaseFact) -> Bool {
        first(
            compare(left.statedDate, right.statedDate),
            compare(left.revocationDate ?? .distantPast, right.revocationDate ?? .distantPast),
            compare(left.isUpgraded ? 1 : 0, right.isUpgraded ? 1 : 0),
            compare(left.expiresDate ?? .distantPast, right.expiresDate ?? .distantPast),
            compare(left.purchaseDate, right.purchaseDate),
            compare(left.transactionID, right.transactionID),
            compare(left.detail, right.detail)
        )
    }

    static func precedes(_ left: RenewalFact, _ right: RenewalFact) -> Bool {
        first(
            compare(left.statedDate, right.statedDate),
            compare(left.expirationIntent?.rawValue ?? 0, right.expirationIntent?.rawValue ?? 0),
            compare(right.autoRenewStatus?.rawValue ?? 2, left.autoRenewStatus?.rawValue ?? 2),
            compare(left.detail, right.detail)
        )
    }

    /// By what they pay for: the one that ends later, then the one bought later, then the higher identifier.
    static func endsBefore(_ left: PurchaseFact, _ right: PurchaseFact) -> Bool {
        first(
            compare(left.expiresDate ?? .distantFuture, right.expiresDate ?? .distantFuture),
            compare(left.purchaseDate, right.purchaseDate),
            compare(left.transactionID, right.transactionID),
            compare(left.environment.rawValue, right.environment.rawValue)
        )
    }

    private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> ComparisonResult {
        left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }

    private static func first(_ results: ComparisonResult...) -> Bool {
        results.first { $0 != .orderedSame } == .orderedAscending
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
        ].map { $0 ?? "" }.joined(separator: "\u{1F}")
    }
}

extension RenewalFact {
    /// Every other member, as text.
    fileprivate var detail: String {
        [
            environment.rawValue, originalTransactionID, productID, autoRenewProductID,
            isInBillingRetryPeriod?.description, gracePeriodExpiresDate.map { "\($0.timeIntervalSince1970)" },
        ].map { $0 ?? "" }.joined(separator: "\u{1F}")
    }
}
