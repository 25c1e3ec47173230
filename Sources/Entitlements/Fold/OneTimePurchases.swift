import AppStoreModels
import Foundation

/// The purchases of one product that does not renew by itself.
struct OneTimePurchases {
    let purchases: [PurchaseFact]
    let changes: [PurchaseFact.Key: StatedChanges]
    let type: ProductType?
    let rules: EntitlementRules

    func entitlement(at date: Date) -> Entitlement? {
        guard var result = outcome(at: date) else { return nil }
        let key = PurchaseFact.Key(environment: result.environment, transactionID: result.transactionID)
        if changes[key]?.isRefundReversed == true { result.conditions.append(.refundReversed) }
        if result.inAppOwnershipType == .familyShared { result.conditions.append(.familyShared) }
        return result
    }

    private func outcome(at date: Date) -> Entitlement? {
        let made = purchases.those { $0.hasStarted(at: date, rules) }
        let revoked = made.filter { $0.isRevoked(at: date, rules) }
        let kept = made.those { !$0.isRevoked(at: date, rules) && !isTakenBack($0, with: revoked) }
        guard let latest = (kept.isEmpty ? revoked : kept).last(by: FactOrder.endsBefore) else { return nil }
        guard !kept.isEmpty else {
            var revoked = Entitlement(latest, type: type, state: .revoked, reason: latest.revocationCause)
            revoked.accessEndDate = latest.revocationDate
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
        // Nobody buys that many, but a wrong number must not end the program.
        result.quantity = kept.reduce(0) { sum, purchase in
            let (total, isTooLarge) = sum.addingReportingOverflow(max(0, purchase.quantity))
            return isTooLarge ? .max : total
        }
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
        result.accessEndDate = end
        return result
    }
}
