import Foundation
import StoreKit

// What apps and libraries ask about subscriptions.

struct SubscriptionReader: Sendable {
    // 12. The best status of a group: the highest service that is active.
    func bestStatus(
        of product: Product,
        among products: [Product]
    ) async throws -> (status: Product.SubscriptionInfo.Status, product: Product)? {
        guard let statuses = try await product.subscription?.status else { return nil }
        var best: (status: Product.SubscriptionInfo.Status, product: Product)?
        for status in statuses {
            switch status.state {
            case .expired, .revoked: continue
            default:
                guard case .verified(let renewalInfo) = status.renewalInfo,
                    let current = products.first(where: { $0.id == renewalInfo.currentProductID })
                else { continue }
                if best == nil || level(current) < level(best?.product ?? current) { best = (status, current) }
            }
        }
        return best
    }

    private func level(_ product: Product) -> Int { product.subscription?.groupLevel ?? .max }

    // 13. What happens next, in words.
    func nextStep(_ status: Product.SubscriptionInfo.Status) throws -> String {
        let info = try status.renewalInfo.payloadValue
        switch status.state {
        case .subscribed:
            if let next = info.autoRenewPreference, next != info.currentProductID { return "changes to \(next)" }
            return info.willAutoRenew ? "renews" : "ends"
        case .inGracePeriod: return "in grace until \(info.gracePeriodExpirationDate != nil)"
        case .inBillingRetryPeriod: return "in billing retry"
        case .expired:
            switch info.expirationReason {
            case .autoRenewDisabled?: return "cancelled"
            case .billingError?: return "not paid"
            case .didNotConsentToPriceIncrease?: return "too expensive"
            case .productUnavailable?: return "not sold"
            default: return "expired"
            }
        case .revoked: return "refunded"
        default: return "unknown"
        }
    }

    // 14. A frozen enumeration needs no default.
    func priceIncrease(_ info: Product.SubscriptionInfo.RenewalInfo) -> String {
        switch info.priceIncreaseStatus {
        case .noIncreasePending: return "none"
        case .pending: return "pending"
        case .agreed: return "agreed"
        }
    }

    // 15. All groups at once.
    func statesByGroup() async -> [String: [Product.SubscriptionInfo.RenewalState]] {
        var states: [String: [Product.SubscriptionInfo.RenewalState]] = [:]
        for await (groupID, statuses) in Product.SubscriptionInfo.Status.all {
            states[groupID] = statuses.map(\.state)
        }
        return states
    }

    // 16. Changes of status.
    func firstChange() async -> Product.SubscriptionInfo.RenewalState? {
        for await status in Product.SubscriptionInfo.Status.updates { return status.state }
        return nil
    }

    // 17. From a transaction to its status.
    func state(of transaction: Transaction) async -> RenewalState? {
        await transaction.subscriptionStatus?.state
    }

    // 18. The period and the price in words.
    func terms(_ product: Product) async -> String {
        guard let subscription = product.subscription else { return product.displayPrice }
        let period = subscription.subscriptionPeriod
        let unit: String
        switch period.unit {
        case .day: unit = "day"
        case .week: unit = "week"
        case .month: unit = "month"
        case .year: unit = "year"
        @unknown default: unit = "period"
        }
        var terms = "\(product.displayPrice) / \(period.value > 1 ? "\(period.value) \(unit)s" : unit)"
        if let offer = subscription.introductoryOffer, await subscription.isEligibleForIntroOffer {
            switch offer.paymentMode {
            case .freeTrial: terms += ", \(offer.periodCount * offer.period.value) \(offer.period.unit) free"
            case .payAsYouGo: terms += ", first \(offer.periodCount) for \(offer.displayPrice)"
            case .payUpFront: terms += ", first \(offer.displayPrice)"
            default: break
            }
        }
        return terms
    }

    // 19. Prices of other lengths, and lengths in the language of the storefront.
    func monthlyPrice(_ product: Product) -> String? {
        guard let period = product.subscription?.subscriptionPeriod, period.unit == .year else { return nil }
        return (product.price / Decimal(12 * period.value)).formatted(product.priceFormatStyle)
    }

    func length(_ product: Product) -> String? {
        product.subscription?.subscriptionPeriod.formatted(product.subscriptionPeriodFormatStyle)
    }

    func unit(_ product: Product) -> String? {
        product.subscription?.subscriptionPeriod.unit.formatted(product.subscriptionPeriodUnitFormatStyle)
    }

    // 20. Periods are values that can be compared.
    func isYearly(_ product: Product) -> Bool { product.subscription?.subscriptionPeriod == .yearly }
}

extension Product.SubscriptionPeriod {
    /// How many days a period has, about; libraries extend the type like this.
    var approximateDays: Int {
        switch unit {
        case .day: return value
        case .week: return value * 7
        case .month: return value * 30
        case .year: return value * 365
        @unknown default: return 0
        }
    }
}
