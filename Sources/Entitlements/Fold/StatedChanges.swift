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

    /// The least by which an end is moved, in seconds. The formats round dates to seconds, an extension is of days.
    private static let leastExtension: TimeInterval = 1

    /// - Parameter statements: All about the transaction, the oldest first.
    init(_ statements: [PurchaseFact]) {
        let earlier = statements.dropLast()
        isRefundReversed =
            statements.last?.revocationDate == nil
            && earlier.contains { $0.revocationDate != nil && $0.revocationCause != .familySharingEnded }
        let ends = earlier.compactMap(\.expiresDate)
        if let end = statements.last?.expiresDate, let first = ends.min() {
            isExtended = end.timeIntervalSince(first) > Self.leastExtension
        } else {
            isExtended = false
        }
    }
}
