import AppStoreModels
import Foundation

/// The purchases of one product that does not renew by itself.
struct OneTimePurchases {
    let purchases: [PurchaseFact]
    let type: ProductType?
    let rules: EntitlementRules

    func entitlement(at date: Date) -> Entitlement? {
        let made = purchases.filter { $0.hasStarted(at: date, rules) }
        let revoked = made.filter { $0.isRevoked(at: date, rules) }
        let kept = made.filter { !$0.isRevoked(at: date, rules) && !isTakenBack($0, with: revoked) }
        guard let latest = (kept.isEmpty ? revoked : kept).max(by: FactOrder.endsBefore) else { return nil }
        guard !kept.isEmpty else {
            var revoked = Entitlement(latest, type: type, state: .revoked, reason: latest.revocationCause)
            if type == .consumable { revoked.quantity = 0 }
            return revoked
        }
        switch type {
        case .consumable: return consumable(latest, kept)
        case .nonRenewingSubscription: return nonRenewing(latest, at: date)
        default: return Entitlement(latest, type: type, state: .active, reason: .purchased)
        }
    }

    /// A non-consumable is paid for once. What repeats the purchase for free, or restores it, goes with its refund, of which
    /// the App Store may speak about one of the transactions only.
    private func isTakenBack(_ purchase: PurchaseFact, with revoked: [PurchaseFact]) -> Bool {
        guard type == .nonConsumable else { return false }
        return revoked.contains { other in
            guard other.originalTransactionID == purchase.originalTransactionID, let end = other.revocationDate
            else { return false }
            return purchase.purchaseDate < end
        }
    }

    private func consumable(_ latest: PurchaseFact, _ kept: [PurchaseFact]) -> Entitlement {
        var result = Entitlement(latest, type: type, state: .bought, reason: .purchased)
        result.quantity = kept.reduce(0) { $0 + $1.quantity }
        return result
    }

    private func nonRenewing(_ latest: PurchaseFact, at date: Date) -> Entitlement {
        guard let duration = rules.nonRenewingDurations[latest.productID] else {
            return Entitlement(latest, type: type, state: .active, reason: .endUnknown)
        }
        let end = latest.purchaseDate.addingTimeInterval(duration)
        var result = Entitlement(
            latest,
            type: type,
            state: end > date ? .active : .expired,
            reason: end > date ? .withinDuration : .durationEnded
        )
        result.expiresDate = end
        return result
    }
}
