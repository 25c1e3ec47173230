import AppStoreModels
import Entitlements
import Foundation

/// What figures need of a statement about a renewal.
struct RenewalStatement: Sendable, Hashable {
    let statedDate: Date
    let willRenew: Bool?
    let isFailing: Bool
    let graceEnd: Date?
    let consent: PriceIncreaseStatus?
    let isConsentRefused: Bool

    init(_ fact: RenewalFact) {
        statedDate = fact.statedDate
        willRenew = fact.autoRenewStatus.map { $0 != .off }
        isFailing = fact.isInBillingRetryPeriod == true || fact.gracePeriodExpiresDate != nil
        graceEnd = fact.gracePeriodExpiresDate
        consent = fact.priceIncreaseStatus
        isConsentRefused = fact.expirationIntent == .priceIncreaseDeclined
    }
}
