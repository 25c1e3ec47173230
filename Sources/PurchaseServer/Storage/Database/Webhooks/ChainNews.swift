import Entitlements
import Foundation

/// What there is to tell of a purchase, and what counts as told from then on: a pure function of what is known of it and of what
/// was told last.
struct ChainNews {
    /// In the order in which they are told.
    private(set) var changes: [ChainChange] = []
    /// What counts as told from now on.
    private(set) var told: PurchaseStanding
    /// When to look again at what time alone changes.
    private(set) var nextChange: Date?
    /// What counts as told, as it is stored.
    let content: Data

    /// - Parameters:
    ///   - facts: Everything that is known of the purchase.
    ///   - last: What was told last; nil for nothing.
    ///   - asksAppStore: Whether the App Store is asked about what ends, so that its answer is waited for.
    /// - Returns: nil if there is nothing to tell, and nothing counts as told that did not before.
    init?(
        _ facts: PurchaseFacts,
        since last: PurchaseStanding?,
        at date: Date,
        _ rules: EntitlementRules,
        asksAppStore: Bool
    ) throws {
        guard var now = PurchaseStanding(facts, at: date, rules: rules) else { return nil }
        let latest = date.addingTimeInterval(rules.clockTolerance)
        if let last, last.isAhead(of: now, facts, at: latest) { return nil }
        let refunds = ChainRefunds(facts, notAfter: latest)
        now.toldRefunds = refunds.told(after: last?.toldRefunds)
        (told, nextChange) = (now, now.nextChange(after: date, rules))
        if asksAppStore, let last, let silenceEnd = Self.silenceEnd(from: last, to: now, facts, at: date) {
            (told, nextChange) = (last, silenceEnd)
            told.toldRefunds = now.toldRefunds
        } else {
            if let last, let left = Self.left(last, for: now, facts, at: date, rules) {
                changes += ChainChange.all(from: last, to: left)
            }
            if last != now { changes += ChainChange.all(from: last, to: now) }
        }
        if let last {
            // First, so that who goes by the order has after all of it what is true of the newest.
            changes = refunds.changes(since: last, to: now, besides: changes, at: date, rules) + changes
        }
        content = try StoredStanding.content(of: told)
    }

    /// How the transaction that was told of last lost its access, if what counts now is one that was told of before.
    private static func left(
        _ told: PurchaseStanding,
        for now: PurchaseStanding,
        _ facts: PurchaseFacts,
        at date: Date,
        _ rules: EntitlementRules
    ) -> PurchaseStanding? {
        guard told.isEntitled, told.transactionID != now.transactionID, !told.isFollowed(by: now),
            let left = PurchaseStanding(of: told.transactionID, facts, at: date, rules: rules), !left.isEntitled
        else { return nil }
        return left
    }

    /// When to look again at what would have ended by time alone, although renewal is on and the App Store was not heard
    /// since; nil if it is told. Most of these were renewed. Whoever cannot be asked for a day is told of after all.
    private static func silenceEnd(
        from told: PurchaseStanding,
        to now: PurchaseStanding,
        _ facts: PurchaseFacts,
        at date: Date
    ) -> Date? {
        guard told.isEntitled, told.transactionID == now.transactionID, now.state == .expired,
            now.reason == .periodEnded, now.willAutoRenew == true, let end = now.expiresDate
        else { return nil }
        let length = end.timeIntervalSince(now.purchaseDate)
        let last = end.addingTimeInterval(min(longestSilence, length))
        let wasHeard =
            facts.purchases.contains { $0.statedDate >= end } || facts.renewals.contains { $0.statedDate >= end }
        guard !wasHeard, date < last else { return nil }
        return min(last, date.addingTimeInterval(max(1, min(waitForAnswer, length / 60))))
    }

    /// How long the App Store's answer about a renewal is waited for at most, in seconds; never longer than a period.
    private static let longestSilence: TimeInterval = 86_400
    /// After how long a purchase is looked at again whose answer is waited for.
    private static let waitForAnswer: TimeInterval = 600
}
