import AppStoreModels
import Foundation
import OrderedCollections

extension StoreEngine {
    /// Buys a subscription: a new one, one that had lapsed, the same again, or another level.
    mutating func completeSubscription(
        _ request: PurchaseRequest,
        _ plan: SubscriptionPlan,
        _ account: StoreAccount,
        attempt: PurchaseAttempt?,
        by buyer: SubscriptionOrder.Buyer = .app
    ) -> StoreTransaction {
        let order = SubscriptionOrder(request: request, plan: plan, account: account, attempt: attempt, buyer: buyer)
        guard let chain = chain(account: account.id, group: plan.groupID) else {
            return subscribe(order, to: nil, .purchased, StoreNotification(.subscribed, .initialBuy))
        }
        guard chain.isLive, let current = ledger[chain.latestTransactionID] else {
            return subscribe(order, to: chain, .purchased, StoreNotification(.subscribed, .resubscribe))
        }
        if chain.isInBillingRetryPeriod {
            if chain.status == .billingGracePeriod, chain.autoRenewProductID == plan.productID, request.offer == nil {
                return recover(order, chain)
            }
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

    /// The plan of a product that can still be bought.
    func planOnSale(_ productID: String) -> SubscriptionPlan? {
        settings.withdrawnProductIDs.contains(productID) ? nil : plan(productID)
    }

    /// What a subscription begins with: the offer that was asked for; else the introductory offer, where the developer's
    /// server allows it or, if that said nothing, where the subscription does; else the full price.
    ///
    /// A code whose offer is stackable leaves the introductory offer its turn; its own begins after it.
    private func firstTerms(
        _ order: SubscriptionOrder,
        _ chain: StoreSubscription?
    ) -> (PeriodTerms, pending: PendingOffer?) {
        let country = country(of: order.account)
        let plan = order.plan
        let isEligible = order.request.allowsIntroductoryOffer ?? chain?.allowsIntroductoryOffer ?? true
        let introductory =
            !isEligible
            ? nil : plan.subscription.introductoryOffer?.item(.introductory, currency: country.currency)
        if let wanted = order.request.offer, let offer = offer(wanted, of: plan.entry, order.account) {
            guard let introductory, plan.entry.isStackable(wanted) else { return (PeriodTerms(offer), nil) }
            return (PeriodTerms(introductory), PendingOffer(productID: plan.productID, offer: offer))
        }
        if let introductory { return (PeriodTerms(introductory), nil) }
        return (PeriodTerms(period: plan.subscription.period, price: price(of: plan.entry, in: country)), nil)
    }

    private mutating func subscribe(
        _ order: SubscriptionOrder,
        to chain: StoreSubscription?,
        _ name: StoreEvent.Name,
        _ notification: StoreNotification
    ) -> StoreTransaction {
        let (terms, pending) = firstTerms(order, chain)
        var (transaction, subscription) = startChain(order, chain, terms)
        subscription.pendingOffer = pending
        emit(
            name,
            notification: notification,
            transactions: [transaction],
            subscription: subscription,
            attempt: order.attempt?.completed(by: transaction)
        )
        return transaction
    }

    /// The person pays in the grace period for what could not be charged: the billing date stays.
    private mutating func recover(_ order: SubscriptionOrder, _ chain: StoreSubscription) -> StoreTransaction {
        var chain = chain
        chain.appAccountToken = order.request.appAccountToken ?? chain.appAccountToken
        return renew(
            chain,
            of: order.account,
            order.plan,
            from: chain.expiresDate,
            .billingRecovered,
            StoreNotification(.didRenew, .billingRecovery),
            completing: order.attempt
        )
    }

    /// The person has it: it renews again if it was to end. An app that asked gets the transaction once more.
    private mutating func buyAgain(
        _ order: SubscriptionOrder,
        _ chain: StoreSubscription,
        _ current: StoreTransaction
    ) -> StoreTransaction {
        var chain = chain
        let transaction = order.answer(current)
        if order.buyer == .app {
            emit(.redelivered, transactions: [transaction], attempt: order.attempt?.completed(by: transaction))
        }
        let isTurnedOn = !chain.autoRenews
        let isChanged = chain.autoRenewProductID != chain.productID
        let pending = pendingOffer(order)
        // All of it before anything is stated: of two statements of one moment nobody can tell which came last.
        chain.autoRenews = true
        chain.autoRenewProductID = chain.productID
        chain.pendingOffer = pending ?? chain.pendingOffer
        if isChanged {
            emit(
                .renewalPreferenceChanged,
                notification: StoreNotification(.didChangeRenewalPref),
                subscription: chain
            )
        }
        if isTurnedOn { turnAutoRenew(true, of: &chain) }
        if pending != nil {
            emit(.offerRedeemed, notification: StoreNotification(.offerRedeemed), latestOf: chain)
        }
        return transaction
    }

    /// The offer of an order whose turn comes with a later period.
    private func pendingOffer(_ order: SubscriptionOrder) -> PendingOffer? {
        order.request.offer.flatMap { offer($0, of: order.plan.entry, order.account) }
            .map { PendingOffer(productID: order.plan.productID, offer: $0) }
    }

    /// A lower level, or an equal one of another length: it begins when the period ends.
    private mutating func changeLater(
        _ order: SubscriptionOrder,
        _ chain: StoreSubscription,
        _ current: StoreTransaction
    ) -> StoreTransaction {
        var chain = chain
        let transaction = order.answer(current)
        chain.autoRenewProductID = order.plan.productID
        // On before the change of the product is stated, which is of the same moment.
        let isTurnedOn = !chain.autoRenews
        chain.autoRenews = true
        let pending = pendingOffer(order)
        chain.pendingOffer = pending
        emit(
            .renewalPreferenceChanged,
            notification: StoreNotification(pending == nil ? .didChangeRenewalPref : .offerRedeemed, .downgrade),
            transactions: [transaction],
            subscription: chain,
            attempt: order.attempt?.completed(by: transaction)
        )
        if isTurnedOn { turnAutoRenew(true, of: &chain) }
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
        replaced.proratedRefund = proratedRefund(of: current)
        let (terms, pending) = firstTerms(order, chain)
        var (transaction, subscription) = startChain(order, chain, terms)
        subscription.pendingOffer = pending
        emit(
            .upgraded,
            notification: StoreNotification(
                order.request.offer == nil ? .didChangeRenewalPref : .offerRedeemed,
                .upgrade
            ),
            transactions: [transaction, replaced],
            subscription: subscription,
            attempt: order.attempt?.completed(by: transaction)
        )
        return transaction
    }
}

extension StoreEngine {
    /// What is paid back for the rest of a period, by the time that is left, in hundredths of the currency.
    fileprivate func proratedRefund(of transaction: StoreTransaction) -> StorePrice {
        let start = transaction.purchaseDate.millisecondsSince1970
        let end = transaction.expiresDate?.millisecondsSince1970 ?? start
        let left = max(0, min(end - now.millisecondsSince1970, end - start))
        guard end > start, left > 0 else { return StorePrice(amount: 0, currency: transaction.price.currency) }
        var exact = transaction.price.amount * Decimal(left) / Decimal(end - start)
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, 2, .plain)
        return StorePrice(amount: rounded, currency: transaction.price.currency)
    }
}

extension Catalogue.Entry {
    /// Whether an offer comes after the introductory offer instead of in its place.
    fileprivate func isStackable(_ wanted: PurchaseOffer) -> Bool {
        guard case .code(let name) = wanted else { return false }
        return codeOffers.first { $0.codeName == name }?.isStackable == true
    }
}

/// What is needed to buy a subscription.
struct SubscriptionOrder {
    /// Who asks for it, and so who hears of it.
    enum Buyer {
        /// An app that waits for a transaction, which it finishes when it has delivered it.
        case app
        /// The customer, in the settings or on a sheet of the App Store: no app gets again what it has finished.
        case customer
    }

    let request: PurchaseRequest
    let plan: SubscriptionPlan
    let account: StoreAccount
    let attempt: PurchaseAttempt?
    var buyer = Buyer.app

    /// The transaction of the period under way, where no new one is made.
    fileprivate func answer(_ current: StoreTransaction) -> StoreTransaction {
        guard buyer == .app else { return current }
        var transaction = current
        transaction.isFinished = false
        return transaction
    }
}
