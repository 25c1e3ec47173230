import AppStoreModels
import Foundation
import OrderedCollections

extension StoreEngine {
    /// Buys a subscription: a new one, one that had lapsed, the same again, or another level.
    mutating func completeSubscription(
        _ request: PurchaseRequest,
        _ plan: SubscriptionPlan,
        _ account: StoreAccount,
        attempt: PurchaseAttempt?
    ) -> StoreTransaction {
        let order = SubscriptionOrder(request: request, plan: plan, account: account, attempt: attempt)
        guard let chain = chain(account: account.id, group: plan.groupID) else {
            return subscribe(order, to: nil, .purchased, StoreNotification(.subscribed, .initialBuy))
        }
        guard chain.isLive, let current = ledger[chain.latestTransactionID] else {
            return subscribe(order, to: chain, .purchased, StoreNotification(.subscribed, .resubscribe))
        }
        if chain.isInBillingRetryPeriod {
            return subscribe(order, to: chain, .billingRecovered, StoreNotification(.didRenew, .billingRecovery))
        }
        if plan.productID == chain.productID {
            return buyAgain(order, chain, current)
        }
        if let currentPlan = self.plan(chain.productID), !currentPlan.isReplacedAtOnce(by: plan) {
            return changeLater(order, chain, current)
        }
        return upgrade(order, chain, current)
    }

    /// The plan of a product, nil if the catalogue has no such subscription any more.
    func plan(_ productID: String) -> SubscriptionPlan? {
        guard let entry = catalogue[productID], let subscription = entry.subscription else { return nil }
        return SubscriptionPlan(entry: entry, subscription: subscription)
    }

    /// The introductory offer for those who never had one in this group, the full price for all others.
    func firstTerms(_ plan: SubscriptionPlan, _ chain: StoreSubscription?, _ country: StoreCountry) -> PeriodTerms {
        if chain?.hasUsedIntroductoryOffer != true,
            let offer = plan.subscription.introductoryOffer?.item(.introductory, currency: country.currency)
        {
            return PeriodTerms(offer)
        }
        return PeriodTerms(period: plan.subscription.period, price: price(of: plan.entry, in: country))
    }

    private mutating func subscribe(
        _ order: SubscriptionOrder,
        to chain: StoreSubscription?,
        _ name: StoreEvent.Name,
        _ notification: StoreNotification
    ) -> StoreTransaction {
        let terms = firstTerms(order.plan, chain, country(of: order.account))
        let (transaction, subscription) = startChain(order, chain, terms)
        emit(
            name,
            notification: notification,
            transactions: [transaction],
            subscription: subscription,
            attempt: order.attempt?.completed(by: transaction)
        )
        return transaction
    }

    /// The person has it: its transaction is delivered once more, and it renews again if it was to end.
    private mutating func buyAgain(
        _ order: SubscriptionOrder,
        _ chain: StoreSubscription,
        _ current: StoreTransaction
    ) -> StoreTransaction {
        var chain = chain
        var transaction = current
        transaction.isFinished = false
        emit(.redelivered, transactions: [transaction], attempt: order.attempt?.completed(by: transaction))
        if chain.autoRenewProductID != chain.productID {
            chain.autoRenewProductID = chain.productID
            emit(
                .renewalPreferenceChanged,
                notification: StoreNotification(.didChangeRenewalPref),
                subscription: chain
            )
        }
        if !chain.autoRenews {
            turnAutoRenew(true, of: &chain)
        }
        return transaction
    }

    /// A lower level, or an equal one of another length: it begins when the period ends.
    private mutating func changeLater(
        _ order: SubscriptionOrder,
        _ chain: StoreSubscription,
        _ current: StoreTransaction
    ) -> StoreTransaction {
        var chain = chain
        var transaction = current
        transaction.isFinished = false
        chain.autoRenewProductID = order.plan.productID
        emit(
            .renewalPreferenceChanged,
            notification: StoreNotification(.didChangeRenewalPref, .downgrade),
            transactions: [transaction],
            subscription: chain,
            attempt: order.attempt?.completed(by: transaction)
        )
        if !chain.autoRenews {
            turnAutoRenew(true, of: &chain)
        }
        return transaction
    }

    /// A higher level, or an equal one of the same length: it begins now, what is left of the old period is paid back.
    private mutating func upgrade(
        _ order: SubscriptionOrder,
        _ chain: StoreSubscription,
        _ current: StoreTransaction
    ) -> StoreTransaction {
        var replaced = current
        replaced.isUpgraded = true
        let terms = firstTerms(order.plan, chain, country(of: order.account))
        let (transaction, subscription) = startChain(order, chain, terms)
        emit(
            .upgraded,
            notification: StoreNotification(.didChangeRenewalPref, .upgrade),
            transactions: [transaction, replaced],
            subscription: subscription,
            attempt: order.attempt?.completed(by: transaction)
        )
        return transaction
    }
}

/// What is needed to buy a subscription.
struct SubscriptionOrder {
    let request: PurchaseRequest
    let plan: SubscriptionPlan
    let account: StoreAccount
    let attempt: PurchaseAttempt?
}
