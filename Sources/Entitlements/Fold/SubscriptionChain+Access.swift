import AppStoreModels
import Foundation

extension SubscriptionChain {
    /// The date until which access is owed, for an outcome that gives access; otherwise when it ended.
    ///
    /// Not always the end of the period: a renewal may have been charged ahead, a grace period may be promised, a refund may
    /// take effect, a leeway may follow. Rather than to repeat the rules of all these, the same facts are asked what holds
    /// at each of the moments at which something can change.
    ///
    /// - Parameters:
    ///   - periods: The periods of the product that have begun.
    ///   - last: The chain's last period that has begun.
    func accessEndDate(
        of outcome: Outcome,
        _ periods: [PurchaseFact],
        last: PurchaseFact,
        at date: Date
    ) -> Date? {
        guard outcome.state.givesAccess else { return outcome.end }
        if isSettled(at: date) {
            // Nothing begins or is taken back any more: only ends are left, those of the period that gives access.
            return ends(of: outcome.period, after: date).first { moment in
                self.outcome(periods, last: last, at: moment)?.state.givesAccess != true
            }
        }
        return turningPoints(after: date).first { moment in
            let begun = begun(at: moment)
            guard let last = begun.last else { return true }
            let periods = begun.periods.filter { $0.productID == outcome.period.productID }
            return self.outcome(periods, last: last, at: moment)?.state.givesAccess != true
        }
    }

    /// Whether all that is known of the chain's periods has happened, as is nearly always so.
    private func isSettled(at date: Date) -> Bool {
        periods.allSatisfy { period in
            period.purchaseDate <= date && period.revocationDate.map { $0 <= date } ?? true
        }
    }

    /// When a period, the leeway after it and a grace period end, in order.
    private func ends(of period: PurchaseFact, after date: Date) -> [Date] {
        let leeway = period.expiresDate?.addingTimeInterval(rules.leeway(after: period))
        return [period.expiresDate, leeway, renewal?.gracePeriodExpiresDate].compactMap(\.self)
            .filter { $0 > date }.sorted()
    }

    /// The moments after a date at which the outcome may become another one, in order.
    private func turningPoints(after date: Date) -> [Date] {
        var moments: Set<Date> = []
        for period in periods {
            let early = [period.purchaseDate, period.revocationDate].compactMap(\.self).map(rules.firstSight(of:))
            let end = period.expiresDate.map { [$0, $0.addingTimeInterval(rules.leeway(after: period))] } ?? []
            moments.formUnion((early + end).filter { $0 > date })
        }
        if let grace = renewal?.gracePeriodExpiresDate, grace > date { moments.insert(grace) }
        return moments.sorted()
    }

    /// The outcome with all that describes it.
    func entitlement(
        _ outcome: Outcome,
        _ periods: [PurchaseFact],
        last: PurchaseFact,
        at date: Date
    ) -> Entitlement {
        let period = outcome.period
        var result = Entitlement(
            period,
            type: .autoRenewableSubscription,
            state: outcome.state,
            reason: outcome.reason
        )
        if outcome.state == .gracePeriod { result.expiresDate = outcome.end }
        result.phase = phase(of: outcome)
        result.accessEndDate = accessEndDate(of: outcome, periods, last: last, at: date)
        let isLast = period.productID == last.productID
        result.conditions = conditions(of: outcome, isLast: isLast)
        guard isLast, let renewal else { return result }
        result.willAutoRenew = renewal.autoRenewStatus.map { $0 == .on }
        result.autoRenewProductID = renewal.autoRenewProductID
        guard let told = renewalTold(about: period) else { return result }
        result.gracePeriodExpiresDate = told.gracePeriodExpiresDate
        result.priceIncreaseStatus = told.priceIncreaseStatus
        result.renewalDate = told.renewalDate
        result.renewalPrice = told.renewalPrice
        result.eligibleWinBackOfferIDs = told.eligibleWinBackOfferIDs
        return result
    }

    private func phase(of outcome: Outcome) -> SubscriptionPhase {
        switch outcome.state {
        case .active: outcome.period.phase
        case .gracePeriod: .gracePeriod
        case .billingRetry: .billingRetry
        case .revoked: outcome.reason == .familySharingEnded ? .revoked : .refunded
        case .upgraded: .upgraded
        default: .expired
        }
    }

    /// - Parameter isLast: Whether the chain's last period is of this product, so that renewal information is about it.
    private func conditions(of outcome: Outcome, isLast: Bool) -> [EntitlementCondition] {
        let period = outcome.period
        let told = isLast ? renewalTold(about: period) : nil
        let isOff = isLast && renewal?.autoRenewStatus == .off
        let isGoingOn = outcome.state.givesAccess || outcome.state == .billingRetry
        var result: [EntitlementCondition] = []
        if isOff, isGoingOn { result.append(.cancelled) }
        if told?.priceIncreaseStatus == .pending, isGoingOn { result.append(.priceConsentPending) }
        if isLast, isGoingOn, !isOff, let next = renewal?.autoRenewProductID, next != period.productID {
            result.append(.productChangePending)
        }
        if changes[period.key]?.isExtended == true { result.append(.extended) }
        if changes[period.key]?.isRefundReversed == true { result.append(.refundReversed) }
        if period.inAppOwnershipType == .familyShared { result.append(.familyShared) }
        if outcome.reason == .renewalAwaited { result.append(.renewalAwaited) }
        return result
    }
}

extension EntitlementRules {
    /// The first moment at which something that has a date counts as past: a clock may be behind by the tolerance.
    func firstSight(of date: Date) -> Date {
        var moment = date.addingTimeInterval(-clockTolerance)
        // What was subtracted and is added again may be lost by rounding.
        for _ in 0..<2 where moment.addingTimeInterval(clockTolerance) < date {
            moment = Date(timeIntervalSinceReferenceDate: moment.timeIntervalSinceReferenceDate.nextUp)
        }
        return moment
    }
}

extension PurchaseFact {
    /// What kind of period it is while it runs.
    fileprivate var phase: SubscriptionPhase {
        switch offerType {
        case .promotional, .offerCode, .winBack: .offer
        case _ where isFreeTrial: .trial
        case .introductory: .introductory
        // A kind of offer that Apple adds later.
        case .some: .offer
        case nil: .paid
        }
    }
}
