import AppStoreModels
import Foundation

/// The periods of one auto-renewable subscription, first purchase and renewals, whatever products they had.
struct SubscriptionChain {
    struct Key: Hashable {
        let environment: AppStoreEnvironment
        let originalTransactionID: String
    }

    let periods: [PurchaseFact]
    let renewal: RenewalFact?
    let rules: EntitlementRules

    /// One entitlement for each product that the chain ever had.
    func entitlements(at date: Date) -> [Entitlement] {
        let started = periods.filter { $0.hasStarted(at: date, rules) }
        // Where nothing has started yet (a purchase dated ahead of a clock that is far behind), what is there decides.
        let relevant = started.isEmpty ? periods : started
        let lasting = relevant.filter { !$0.isUpgraded }.max(by: FactOrder.endsBefore)
        guard let last = lasting ?? relevant.max(by: FactOrder.precedes) else { return [] }
        return Dictionary(grouping: relevant, by: \.productID).values.compactMap { ofProduct in
            entitlement(ofProduct, last: last, at: date)
        }
    }

    /// - Parameters:
    ///   - periods: The periods of one product.
    ///   - last: The chain's last period; what is known about renewal is about this one.
    private func entitlement(_ periods: [PurchaseFact], last: PurchaseFact, at date: Date) -> Entitlement? {
        let usable = periods.filter { !$0.isUpgraded && !$0.isRevoked(at: date, rules) }
        if let paid = usable.max(by: FactOrder.endsBefore), let end = paid.expiresDate, end > date {
            return entitlement(paid, .active, paid.isFreeTrial ? .freeTrial : .paidPeriod, last: last)
        }
        guard let newest = periods.max(by: FactOrder.endsBefore) else { return nil }
        if newest.isUpgraded { return entitlement(newest, .upgraded, .upgraded, last: last) }
        if newest.isRevoked(at: date, rules) {
            return entitlement(newest, .revoked, newest.revocationCause, last: last)
        }
        guard newest == last else { return entitlement(newest, .expired, .productChanged, last: last) }
        return lapsed(newest, at: date)
    }

    /// The last period is over and was not renewed.
    private func lapsed(_ period: PurchaseFact, at date: Date) -> Entitlement {
        // What was said before this period began was about the one before it.
        guard let renewal, renewal.statedDate >= period.purchaseDate else {
            return entitlement(period, .expired, .periodEnded, last: period)
        }
        if let grace = renewal.gracePeriodExpiresDate, grace > date {
            var result = entitlement(period, .gracePeriod, .billingError, last: period)
            result.expiresDate = grace
            return result
        }
        let end = period.expiresDate ?? period.purchaseDate
        if renewal.isInBillingRetryPeriod == true, date < end.addingTimeInterval(rules.billingRetryPeriod) {
            return entitlement(period, .billingRetry, .billingError, last: period)
        }
        return entitlement(period, .expired, renewal.expirationReason, last: period)
    }

    private func entitlement(
        _ period: PurchaseFact,
        _ state: EntitlementState,
        _ reason: EntitlementReason,
        last: PurchaseFact
    ) -> Entitlement {
        var result = Entitlement(period, type: .autoRenewableSubscription, state: state, reason: reason)
        guard period.productID == last.productID, let renewal else { return result }
        result.willAutoRenew = renewal.autoRenewStatus.map { $0 == .on }
        result.autoRenewProductID = renewal.autoRenewProductID
        return result
    }
}

extension PurchaseFact {
    func hasStarted(at date: Date, _ rules: EntitlementRules) -> Bool {
        purchaseDate <= date.addingTimeInterval(rules.clockTolerance)
    }

    func isRevoked(at date: Date, _ rules: EntitlementRules) -> Bool {
        revocationDate.map { $0 <= date.addingTimeInterval(rules.clockTolerance) } ?? false
    }

    var revocationCause: EntitlementReason {
        if inAppOwnershipType == .familyShared { return .familySharingEnded }
        return revocationReason == .issueInApp ? .refundedForIssueInApp : .refunded
    }
}

extension RenewalFact {
    fileprivate var expirationReason: EntitlementReason {
        switch expirationIntent {
        case .customerCancelled: .customerCancelled
        case .billingError: .billingError
        case .priceIncreaseDeclined: .priceIncreaseDeclined
        case .productUnavailable: .productUnavailable
        default: isInBillingRetryPeriod == nil ? .periodEnded : .billingError
        }
    }
}
