import AppStoreModels
import Entitlements
import Foundation

/// When the App Store is asked again about a subscription.
///
/// From a tenth of the period before its end on, at most six hours (renewals are charged up to a day early), each time half
/// of what is left; shortly after it ended; and then, while the App Store may still charge, in growing intervals of at most
/// a day for 60 days. After that, and after a refund or an end
/// that the person wanted, only a notification or an upload tells more.
struct PollSchedule: Sendable {
    let rules: EntitlementRules
    let now: Date

    /// The longest time before the end of a period at which it is asked for, in seconds.
    private static let longestLead: TimeInterval = 6 * 3_600
    /// The longest time after the end of a period before it is asked for, in seconds.
    private static let longestMargin: TimeInterval = 600
    /// The longest wait between two questions about an ended period, in seconds.
    private static let longestWait: TimeInterval = 86_400

    /// - Parameter facts: Everything known about one chain.
    /// - Returns: A date after ``now``, or nil if nothing more is expected.
    func nextCheck(of facts: PurchaseFacts) -> Date? {
        let facts = facts.dated(notAfter: now.addingTimeInterval(rules.clockTolerance))
        // One after the other, without lists of them: they are dear to copy, and each notification asks.
        var next: Date?
        for entitlement in facts.entitlements(at: now, rules: rules)
        where entitlement.productType == .autoRenewableSubscription && entitlement.state != .upgraded
            && entitlement.reason != .productChanged
        {
            guard let check = nextCheck(of: entitlement, in: facts) else { continue }
            next = min(next ?? check, check)
        }
        return next
    }

    private func nextCheck(of entitlement: Entitlement, in facts: PurchaseFacts) -> Date? {
        let transactionID = entitlement.transactionID
        let ends = facts.purchases.lazy.compactMap { $0.transactionID == transactionID ? $0.expiresDate : nil }
        guard let end = ends.max() else { return nil }
        let length = max(end.timeIntervalSince(entitlement.purchaseDate), 60)
        let margin = min(length / 60, Self.longestMargin)
        switch (entitlement.state, entitlement.reason) {
        // The period is over: the leeway changes what is shown, not when the App Store is asked.
        case (.active, .renewalAwaited):
            return nextTry(after: end, margin: margin)
        case (.active, _):
            let before = end.addingTimeInterval(-min(length / 10, Self.longestLead))
            guard now >= before else { return before }
            let half = end.timeIntervalSince(now) / 2
            return half > margin ? now.addingTimeInterval(half) : end.addingTimeInterval(margin)
        case (.gracePeriod, _), (.billingRetry, _), (.expired, .periodEnded):
            return nextTry(after: end, margin: margin)
        default:
            return nil
        }
    }

    private func nextTry(after end: Date, margin: TimeInterval) -> Date? {
        let elapsed = now.timeIntervalSince(end)
        let next = now.addingTimeInterval(max(margin, min(elapsed, Self.longestWait)))
        return next <= end.addingTimeInterval(rules.billingRetryPeriod + Self.longestWait) ? next : nil
    }
}
