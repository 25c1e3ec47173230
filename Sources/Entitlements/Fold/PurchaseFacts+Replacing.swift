import AppStoreModels
package import Foundation

extension [PurchaseFact] {
    /// When another product took the place of a period before its end, as far as the beginnings of the periods tell.
    ///
    /// Of an upgrade a notification names the new transaction only, and so do the statuses of a subscription and an
    /// answer without old transactions. That the old one is upgraded may be heard much later or never. But nobody has
    /// two products of one subscription at a time: what was bought in the middle of a period has replaced it, and when
    /// that is refunded, nothing is owed from the old one.
    ///
    /// Nothing is concluded against the App Store's own word. What it said of the old period after the other had begun
    /// would have told of an upgrade; so a refund that was reversed, or a later extension, leaves a period as it is.
    /// What was refunded was not replaced by what was bought after that. A renewal takes effect when the old period
    /// ends, also where it is charged, and dated, up to a day earlier.
    ///
    /// Call it on what holds of the periods of one chain; their order makes no difference.
    ///
    /// - Returns: By the places of the periods in the list; nothing for those that are known to be upgraded.
    package func replacementDates() -> [Int: Date] {
        // Most chains have one product.
        guard let first, contains(where: { $0.productID != first.productID }) else { return [:] }
        let order = indices.sorted { self[$0].begins(before: self[$1]) }
        var dates: [Int: Date] = [:]
        for (place, index) in order.enumerated() {
            let period = self[index]
            guard !period.isUpgraded, period.revocationDate == nil, let end = period.expiresDate else { continue }
            for other in order[(place + 1)...] {
                let next = self[other]
                guard next.purchaseDate < end else { break }
                guard period.isReplaced(by: next, before: end) else { continue }
                dates[index] = next.purchaseDate
                break
            }
        }
        return dates
    }
}

extension PurchaseFact {
    /// What remains of a period, in seconds, where the next one begins at its end; some formats round dates to seconds.
    private static let rounding: TimeInterval = 1
    /// How long before the end of a period, in seconds, the App Store charges for the next one.
    private static let chargedAhead: TimeInterval = 86_400

    /// Of two that begin at one moment, as they do where a clock stands still, the first of the chain was there first.
    fileprivate func begins(before other: PurchaseFact) -> Bool {
        guard purchaseDate == other.purchaseDate else { return purchaseDate < other.purchaseDate }
        return isFirst && !other.isFirst
    }

    /// Whether another period of the chain took its place, nothing else having been said since.
    ///
    /// What a family shares and what one buys oneself do not replace each other.
    fileprivate func isReplaced(by other: PurchaseFact, before end: Date) -> Bool {
        guard other.productID != productID, other.expiresDate != nil, other.isShared == isShared,
            other.transactionReason != .renewal
        else { return false }
        guard begins(before: other), statedDate <= other.purchaseDate else { return false }
        let rest = end.timeIntervalSince(other.purchaseDate)
        return rest > (other.transactionReason == nil ? longestRest(before: end) : Self.rounding)
    }

    /// What may remain of the period when its renewal begins, if nobody says whether it is one: a day, but of the short
    /// periods of the sandbox no more than a third. The shortest ones elsewhere, of three days, have their day.
    private func longestRest(before end: Date) -> TimeInterval {
        max(Self.rounding, min(Self.chargedAhead, end.timeIntervalSince(purchaseDate) / 3))
    }

    private var isFirst: Bool { transactionID == originalTransactionID }

    private var isShared: Bool { inAppOwnershipType == .familyShared }
}
