import AppStoreModels
import Foundation
import OrderedCollections
import StoreConfiguration

extension StoreEngine {
    /// The win-back offers that an account may have in a group, in the configuration's order.
    ///
    /// Only who had a subscription that ended may have one; nobody who has another one in the group, or whose renewal is still
    /// being tried.
    package func eligibleWinBackOfferIDs(account: String, groupID: String) -> [String] {
        eligibleWinBackOfferIDs(account: account, groupID: groupID, now) {
            AccountState(account: account, engine: self)
        }
    }

    /// The win-back offers that renewal information of a subscription names: none while there is something to renew, and none
    /// for what the catalogue did not sell.
    ///
    /// - Parameter event: When; nil for now.
    func eligibleWinBackOfferIDs(of subscription: StoreSubscription, asOf event: StoreEvent?) -> [String] {
        guard !subscription.isLive, subscription.commerce == nil else { return [] }
        let account = subscription.accountID
        return eligibleWinBackOfferIDs(account: account, groupID: subscription.groupID, event?.date ?? now) {
            event.map { AccountState(account: account, engine: self, asOf: $0) }
                ?? AccountState(account: account, engine: self)
        }
    }

    private func eligibleWinBackOfferIDs(
        account: String,
        groupID: String,
        _ date: Date,
        _ state: () -> AccountState
    ) -> [String] {
        let offers = catalogue.all.compactMap(\.subscription).filter { $0.groupID == groupID }
            .flatMap { $0.winBackOffers }
        guard !offers.isEmpty else { return [] }
        let state = state()
        let eligible = offers.filter { winBackObstacle($0, groupID: groupID, account: account, state, date) == nil }
        return Array(OrderedSet(eligible.compactMap(\.offerID)))
    }

    /// Why an account may not have a win-back offer; nil if it may.
    func winBackObstacle(_ offer: ConfiguredOffer, groupID: String, account: String) -> String? {
        let state = AccountState(account: account, engine: self)
        return winBackObstacle(offer, groupID: groupID, account: account, state, now)
    }

    private func winBackObstacle(
        _ offer: ConfiguredOffer,
        groupID: String,
        account: String,
        _ state: AccountState,
        _ date: Date
    ) -> String? {
        let known = state.subscriptions.filter { $0.groupID == groupID }
        guard let chain = known.last(where: { $0.sharing == nil && $0.commerce == nil }) else {
            return "account \"\(account)\" never had a subscription of the group"
        }
        guard !known.contains(where: \.isLive) else {
            return "the subscription of account \"\(account)\" has not ended"
        }
        guard offer.isWinBackEligible else { return "the configuration says isEligible: false" }
        guard let rule = offer.offerID.flatMap({ settings.winBackRules[$0] }) else { return nil }
        return obstacle(by: rule, chain, state.transactions.filter { $0.subscriptionGroupID == groupID }, date)
    }

    private func obstacle(
        by rule: WinBackRule,
        _ chain: StoreSubscription,
        _ periods: [StoreTransaction],
        _ now: Date
    ) -> String? {
        let paid = paidDays(periods) / 30
        if paid < rule.minimumPaidMonths {
            return "\(paid) months were paid, the rule asks for \(rule.minimumPaidMonths)"
        }
        let ended = min(chain.expiresDate, periods.last?.revocationDate ?? chain.expiresDate)
        if now < date(rule.minimumMonthsSinceChurn, monthsAfter: ended) {
            return "it ended less than \(rule.minimumMonthsSinceChurn) months ago"
        }
        if let maximum = rule.maximumMonthsSinceChurn, now > date(maximum, monthsAfter: ended) {
            return "it ended more than \(maximum) months ago"
        }
        if let gap = rule.monthsBetweenOffers, let last = periods.last(where: { $0.offer?.type == .winBack }),
            now < date(gap, monthsAfter: last.purchaseDate)
        {
            return "the last win-back offer was less than \(gap) months ago"
        }
        return nil
    }

    private func date(_ months: Int, monthsAfter start: Date) -> Date {
        guard let months = BillingPeriod(count: months, unit: .month) else { return start }
        return SubscriptionCalendar(rate: settings.timeRate).end(of: months, from: start, billingDay: start.dayOfMonth)
    }

    /// How many days were paid for by the catalogue's periods, whatever the rate; a month has 30.
    private func paidDays(_ periods: [StoreTransaction]) -> Int {
        periods.reduce(0) { days, transaction in
            guard transaction.price.amount > 0, transaction.revocationDate == nil else { return days }
            // Who pays up front pays for all of the offer at once.
            let offer = transaction.offer
            let offered = offer?.paymentMode == .payUpFront ? offer?.duration : offer?.period
            let period = offered ?? plan(transaction.productID)?.subscription.period
            return days + (period?.approximateDays ?? 0)
        }
    }
}

extension BillingPeriod {
    fileprivate var approximateDays: Int {
        switch unit {
        case .day: count
        case .week: count * 7
        case .month: count * 30
        case .year: count * 360
        }
    }
}
