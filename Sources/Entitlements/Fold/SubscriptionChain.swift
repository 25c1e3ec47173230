import AppStoreModels
import Foundation

/// The periods of one auto-renewable subscription, first purchase and renewals, whatever products they had.
struct SubscriptionChain {
    struct Key: Hashable {
        let environment: AppStoreEnvironment
        let originalTransactionID: String
    }

    /// What follows for one product at one moment.
    struct Outcome {
        let period: PurchaseFact
        let state: EntitlementState
        let reason: EntitlementReason
        /// When access ends or ended, as far as it follows from this period.
        let end: Date?
    }

    let periods: [PurchaseFact]
    let renewal: RenewalFact?
    /// The end of the latest grace period that was ever promised.
    let gracePeriod: Date?
    let changes: [PurchaseFact.Key: StatedChanges]
    let rules: EntitlementRules
    /// When another product took the place of periods of which the App Store has not said so.
    private let replacements: [PurchaseFact.Key: Date]

    init(
        periods: [PurchaseFact],
        renewal: RenewalFact?,
        gracePeriod: Date?,
        changes: [PurchaseFact.Key: StatedChanges],
        rules: EntitlementRules
    ) {
        self.periods = periods
        self.renewal = renewal
        self.gracePeriod = gracePeriod
        self.changes = changes
        self.rules = rules
        let dates = periods.replacementDates().map { index, date in (periods[index].key, date) }
        replacements = Dictionary(dates, uniquingKeysWith: min)
    }

    /// One entitlement for each product that the chain ever had.
    func entitlements(at date: Date) -> [Entitlement] {
        let begun = begun(at: date)
        guard let last = begun.last else { return [] }
        return begun.periods.byProduct.compactMap { ofProduct in
            outcome(ofProduct, last: last, at: date).map { entitlement($0, ofProduct, last: last, at: date) }
        }
    }

    /// The periods that count at a moment, and the chain's last one; what is known about renewal is about that.
    ///
    /// Those that another product has replaced by then are marked as upgraded, whoever said so.
    func begun(at date: Date) -> (periods: [PurchaseFact], last: PurchaseFact?) {
        // Where nothing has started yet (a purchase dated ahead of a clock that is far behind), what is there decides.
        let hasStarted = { (period: PurchaseFact) in period.hasStarted(at: date, rules) }
        let begun = periods.those(where: hasStarted)
        let relevant =
            begun.isEmpty
            ? marked(periods, replacedBy: .distantFuture)
            : marked(begun, replacedBy: date.addingTimeInterval(rules.clockTolerance))
        let lasting = relevant.last(by: endsBefore(at: date)) { !$0.isUpgraded }
        return (relevant, lasting ?? relevant.last(by: FactOrder.precedes))
    }

    /// Whether one period ends before another: one that was refunded ended with that. What is bought after a refund may be
    /// shorter, and end before the old period would have.
    private func endsBefore(at date: Date) -> (PurchaseFact, PurchaseFact) -> Bool {
        { left, right in
            let ends = (left.end(at: date, rules), right.end(at: date, rules))
            return ends.0 == ends.1 ? FactOrder.endsBefore(left, right) : ends.0 < ends.1
        }
    }

    /// The same periods, those marked as upgraded whose place another one has taken until a date.
    private func marked(_ periods: [PurchaseFact], replacedBy latest: Date) -> [PurchaseFact] {
        guard replacements.values.contains(where: { $0 <= latest }) else { return periods }
        return periods.map { period in
            guard let date = replacements[period.key], date <= latest else { return period }
            var period = period
            period.isUpgraded = true
            return period
        }
    }

    /// - Parameters:
    ///   - periods: The periods of one product.
    ///   - last: The chain's last period.
    func outcome(_ periods: [PurchaseFact], last: PurchaseFact, at date: Date) -> Outcome? {
        let usable = periods.last(by: FactOrder.endsBefore) { !$0.isUpgraded && !$0.isRevoked(at: date, rules) }
        if let paid = usable, let end = paid.expiresDate, end > date {
            return Outcome(
                period: paid,
                state: .active,
                reason: paid.isFreeTrial ? .freeTrial : .paidPeriod,
                end: end
            )
        }
        guard let newest = periods.last(by: endsBefore(at: date)) else { return nil }
        if newest.isUpgraded {
            let end = replacementDate(of: newest, by: date)
            return Outcome(period: newest, state: .upgraded, reason: .upgraded, end: end)
        }
        if newest.isRevoked(at: date, rules) {
            return Outcome(
                period: newest,
                state: .revoked,
                reason: newest.revocationCause,
                end: newest.revocationDate.map { min($0, owedUntil(newest)) }
            )
        }
        guard newest == last else {
            return Outcome(period: newest, state: .expired, reason: .productChanged, end: newest.expiresDate)
        }
        return lapsed(newest, at: date)
    }

    /// The last period is over and was not renewed.
    private func lapsed(_ period: PurchaseFact, at date: Date) -> Outcome {
        let end = period.expiresDate ?? period.purchaseDate
        let told = renewalTold(about: period)
        if let grace = told?.gracePeriodExpiresDate, grace > date {
            return Outcome(period: period, state: .gracePeriod, reason: .billingError, end: grace)
        }
        // What ended a grace period before its time was stated when it happened.
        let stopped = told?.gracePeriodExpiresDate ?? min(owedUntil(period), told?.statedDate ?? end, date)
        let ended = max(end, stopped)
        if told?.isInBillingRetryPeriod == true, date < end.addingTimeInterval(rules.billingRetryPeriod) {
            return Outcome(period: period, state: .billingRetry, reason: .billingError, end: ended)
        }
        guard told?.isRenewalPossible ?? true else {
            return Outcome(period: period, state: .expired, reason: told?.expirationReason ?? .periodEnded, end: ended)
        }
        let leeway = end.addingTimeInterval(rules.leeway(after: period))
        return Outcome(
            period: period,
            state: leeway > date ? .active : .expired,
            reason: leeway > date ? .renewalAwaited : told?.expirationReason ?? .periodEnded,
            end: leeway
        )
    }

    /// The end of a period, or of the grace period after it.
    private func owedUntil(_ period: PurchaseFact) -> Date {
        let end = period.expiresDate ?? period.purchaseDate
        return max(end, gracePeriod ?? end)
    }

    /// The newest renewal information, if it is about this period: what was said before it began was about the one before.
    func renewalTold(about period: PurchaseFact) -> RenewalFact? {
        renewal.flatMap { $0.statedDate >= period.purchaseDate ? $0 : nil }
    }

    /// When a higher level began in the place of a period; nil if the transaction that did it is not known.
    private func replacementDate(of period: PurchaseFact, by date: Date) -> Date? {
        if let replaced = replacements[period.key] {
            return replaced <= date.addingTimeInterval(rules.clockTolerance) ? replaced : nil
        }
        return periods.filter {
            $0.productID != period.productID && $0.purchaseDate >= period.purchaseDate
                && $0.hasStarted(at: date, rules)
        }.map(\.purchaseDate).min()
    }
}

extension [PurchaseFact] {
    /// The periods of each product; most chains have one product.
    fileprivate var byProduct: [[PurchaseFact]] {
        guard let first, contains(where: { $0.productID != first.productID }) else { return [self] }
        return Array<[PurchaseFact]>(Dictionary(grouping: self, by: \.productID).values)
    }
}

extension PurchaseFact {
    func hasStarted(at date: Date, _ rules: EntitlementRules) -> Bool {
        purchaseDate <= date.addingTimeInterval(rules.clockTolerance)
    }

    func isRevoked(at date: Date, _ rules: EntitlementRules) -> Bool {
        revocationDate.map { $0 <= date.addingTimeInterval(rules.clockTolerance) } ?? false
    }

    /// When it ends by what holds at a moment: with a refund, or at the end that was paid for.
    fileprivate func end(at date: Date, _ rules: EntitlementRules) -> Date {
        let end = expiresDate ?? .distantFuture
        guard let revocationDate, isRevoked(at: date, rules) else { return end }
        return min(end, max(purchaseDate, revocationDate))
    }

    var revocationCause: EntitlementReason {
        if inAppOwnershipType == .familyShared || revocationType == .familyRevoke { return .familySharingEnded }
        return revocationReason == .issueInApp ? .refundedForIssueInApp : .refunded
    }
}

extension RenewalFact {
    /// Whether a renewal may have happened of which nobody has told yet: nothing was said of an end or a failure.
    fileprivate var isRenewalPossible: Bool {
        autoRenewStatus != .off && expirationIntent == nil && isInBillingRetryPeriod != true
            && gracePeriodExpiresDate == nil
    }

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
