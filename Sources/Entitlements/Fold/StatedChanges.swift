import AppStoreModels
import Foundation

/// What the statements about one transaction tell together, and none of them alone.
///
/// It is read in the App Store's order, so that it makes no difference which statement arrived first.
struct StatedChanges: Equatable {
    /// Whether it was refunded once and is so no more.
    let isRefundReversed: Bool
    /// Whether its period ends later than was stated once.
    let isExtended: Bool
    /// What was stated last that may tell of a refund; nil if nothing does.
    let refunding: PurchaseFact?

    /// The least by which an end is moved, in seconds. The formats round dates to seconds, an extension is of days.
    private static let leastExtension: TimeInterval = 1

    /// - Parameter statements: All about the transaction, the oldest first.
    init(_ statements: [PurchaseFact]) {
        let isUpgraded = statements.contains(where: \.isUpgraded)
        let refunding = isUpgraded ? statements.filter { !$0.isBareRevocation } : statements
        self.refunding = refunding.last
        isRefundReversed =
            refunding.last?.revocationDate == nil
            && refunding.dropLast().contains {
                $0.revocationDate != nil && $0.revocationCause != .familySharingEnded
            }
        let ends = statements.dropLast().compactMap(\.expiresDate)
        if let end = statements.last?.expiresDate, let first = ends.min() {
            isExtended = end.timeIntervalSince(first) > Self.leastExtension
        } else {
            isExtended = false
        }
    }
}

extension PurchaseFact {
    /// Whether a revocation is stated and nothing else about it, as receipts and `verifyReceipt` do. Of a plan that a higher one
    /// has replaced that is no refund, but the moment when it was. Signed transactions, which name a price, mean a refund.
    package var isBareRevocation: Bool {
        revocationDate != nil && price == nil && revocationType == nil && revocationPercentage == nil
    }
}
