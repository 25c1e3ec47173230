import AppStoreModels
package import Foundation

extension StoreEngine {
    /// Moves the clock and does everything that falls due until then, each at its own moment.
    ///
    /// - Throws: `clockBackwards`, `invalidValue` for a date after the year 9999.
    package mutating func advance(to date: Date) throws(StoreError) {
        while try !advance(to: date, atMost: .max) {}
    }

    /// Like ``advance(to:)``, but stops after so many events, for callers that write them down in portions.
    ///
    /// - Returns: Whether the date is reached.
    package mutating func advance(to date: Date, atMost limit: Int) throws(StoreError) -> Bool {
        let target = date.inMilliseconds
        try Self.checkTarget(target, now: now)
        // Counted by their number: those that nobody hears of are not kept.
        let start = eventCount
        let stops = Set(
            lateFinishDates(until: target) + refundState.deadlines(until: target)
                + externalPurchases.reminderDates(until: target)
        ).sorted()
        var plainRenewals = canRenewPlainly ? PlainRenewals() : nil
        for stop in stops + [target] {
            while let row = nextDueRow(until: stop) {
                if !renewPlainly(row, &plainRenewals) {
                    let chain = chains.record(row)
                    guard let due = chain.nextDueDate else { continue }
                    moveClock(to: due)
                    settle(chain)
                }
                if eventCount - start >= limit { return false }
            }
            moveClock(to: stop)
            finishLate()
            while let request = refundState.firstDue(until: now) {
                settle(request)
                if eventCount - start >= limit { return false }
            }
            remindOfExternalPurchases()
        }
        emit(.clockMoved)
        return true
    }

    /// Does what is due for a subscription now.
    mutating func settle(_ chain: StoreSubscription) {
        if let date = chain.nextChargeDate, date <= now { return tryCharging(chain) }
        switch chain.status {
        case .billingGracePeriod: endGracePeriod(chain)
        case .billingRetryPeriod: expire(chain, .billingError)
        default: endPeriod(chain)
        }
    }

    private mutating func endPeriod(_ chain: StoreSubscription) {
        var chain = chain
        guard chain.autoRenews else { return expire(chain, .customerCancelled) }
        guard let plan = planOnSale(chain.autoRenewProductID) else { return expire(chain, .productUnavailable) }
        if chain.priceIncrease?.isAccepted == false, plan.productID == chain.productID {
            return expire(chain, .priceIncreaseDeclined)
        }
        if let limit = settings.renewalLimit, chain.renewalCount >= limit {
            turnAutoRenew(false, of: &chain)
            return expire(chain, .customerCancelled)
        }
        // Looked up once: a million renewals are a million look-ups.
        let account = customers[chain.accountID]
        if settings.billingRetryOnRenewalEnabled || account?.renewalChargesFail == true {
            return failRenewal(chain, plan)
        }
        renew(chain, of: account, plan, from: chain.expiresDate, .renewed, StoreNotification(.didRenew))
    }

    /// Charges the next period.
    @discardableResult
    mutating func renew(
        _ chain: StoreSubscription,
        of account: StoreAccount?,
        _ plan: SubscriptionPlan,
        from start: Date,
        _ name: StoreEvent.Name,
        _ notification: StoreNotification,
        completing attempt: PurchaseAttempt? = nil
    ) -> StoreTransaction {
        var chain = chain
        let terms = renewalTerms(of: chain, plan, for: account)
        let sale = chain.commerce?.beginPeriod(isIncreased: chain.priceIncrease?.isAccepted == true)
        // A redeemed offer waits only for the offer that is under way.
        if chain.continuingOffer == nil || plan.productID != chain.productID { chain.pendingOffer = nil }
        // A higher price is for its own product, and waits for its answer and until an offer is over.
        if plan.productID != chain.productID || terms.offer == nil && chain.priceIncrease?.isAccepted == true {
            chain.priceIncrease = nil
        }
        chain.productID = plan.productID
        chain.renewalCount = min(chain.renewalCount + 1, StoredRange.counts.upperBound)
        // The prices of Advanced Commerce are in the currency of the storefront where it began.
        let place = sale == nil ? account?.storefront : ledger.terms(of: chain.latestTransactionID)?.storefront
        var transaction = startPeriod(
            of: &chain,
            id: identifiers.nextTransactionID(),
            at: start,
            terms,
            reason: .renewal,
            storefront: place ?? settings.storefront
        )
        transaction.commerce = sale
        emit(
            name,
            notification: notification,
            transactions: [transaction],
            subscription: chain,
            attempt: attempt?.completed(by: transaction)
        )
        return transaction
    }

    /// What the next period of a subscription costs and how long it is.
    func renewalTerms(of chain: StoreSubscription, _ plan: SubscriptionPlan) -> PeriodTerms {
        renewalTerms(of: chain, plan, for: customers[chain.accountID])
    }

    private func renewalTerms(
        of chain: StoreSubscription,
        _ plan: SubscriptionPlan,
        for account: StoreAccount?
    ) -> PeriodTerms {
        if let commerce = chain.commerce {
            return commerce.terms(isIncreased: chain.priceIncrease?.isAccepted == true)
        }
        if let continuing = chain.continuingOffer, plan.productID == chain.productID {
            return PeriodTerms(continuing, fallback: plan.subscription.period)
        }
        if let pending = chain.pendingOffer, pending.productID == plan.productID { return PeriodTerms(pending.offer) }
        let country = account.map { self.country(of: $0) } ?? .unitedStates
        return PeriodTerms(period: plan.subscription.period, price: regularPrice(of: chain, plan, in: country))
    }

    /// What a period of a subscription costs without an offer.
    ///
    /// - Throws: `unknownSubscription`, `unknownAccount`, `unknownProduct`
    func regularPrice(originalTransactionID: String) throws(StoreError) -> StorePrice {
        let chain = try subscription(originalTransactionID)
        guard let plan = plan(chain.productID) else {
            throw StoreError(.unknownProduct, "the configuration has no subscription \(chain.productID)")
        }
        return regularPrice(of: chain, plan, in: country(of: try account(chain.accountID)))
    }

    /// What a period costs without an offer.
    func regularPrice(of chain: StoreSubscription, _ plan: SubscriptionPlan, in country: StoreCountry) -> StorePrice {
        agreedPrice(of: chain, plan, in: country) ?? keptPrice(of: chain, plan, in: country)
    }

    /// The higher price that was announced for the next period; nil if the customer has not agreed to it, or has moved to
    /// another product or currency since.
    private func agreedPrice(of chain: StoreSubscription, _ plan: SubscriptionPlan, in country: StoreCountry)
        -> StorePrice?
    {
        guard let increase = chain.priceIncrease, increase.isAccepted, plan.productID == chain.productID,
            increase.price.currency == country.currency
        else { return nil }
        return increase.price
    }

    /// A price that went up with the customer's consent stays up, also when an offer is over that came after it.
    private func keptPrice(of chain: StoreSubscription, _ plan: SubscriptionPlan, in country: StoreCountry)
        -> StorePrice
    {
        guard let regular = ledger.regularTerms(upTo: chain.latestTransactionID), regular.productID == plan.productID,
            regular.storefront == country.code
        else { return price(of: plan.entry, in: country) }
        return regular.price
    }

    private mutating func failRenewal(_ chain: StoreSubscription, _ plan: SubscriptionPlan) {
        var chain = chain
        let calendar = SubscriptionCalendar(rate: settings.timeRate)
        chain.billingRetryEndDate = calendar.billingRetryEnd(after: chain.expiresDate)
        chain.expirationIntent = .billingError
        if settings.billingGracePeriodEnabled {
            chain.status = .billingGracePeriod
            chain.gracePeriodExpiresDate = calendar.gracePeriodEnd(
                after: chain.expiresDate,
                of: chain.commerce?.period ?? plan.subscription.period
            )
        } else {
            chain.status = .billingRetryPeriod
        }
        let subtype: NotificationSubtype? = settings.billingGracePeriodEnabled ? .gracePeriod : nil
        emit(.renewalFailed, notification: StoreNotification(.didFailToRenew, subtype), latestOf: chain)
    }

    private mutating func endGracePeriod(_ chain: StoreSubscription) {
        var chain = chain
        chain.status = .billingRetryPeriod
        emit(.gracePeriodExpired, notification: StoreNotification(.gracePeriodExpired), latestOf: chain)
    }

    /// Ends a subscription.
    mutating func expire(_ chain: StoreSubscription, _ intent: ExpirationIntent) {
        let notification = StoreNotification(.expired, intent.expiredSubtype)
        emit(.expired, notification: notification, latestOf: chain.ended(intent))
    }
}

extension StoreSubscription {
    /// The subscription as it is when it has ended.
    func ended(_ intent: ExpirationIntent) -> StoreSubscription {
        var ended = self
        ended.status = .expired
        ended.expirationIntent = intent
        ended.gracePeriodExpiresDate = nil
        ended.billingRetryEndDate = nil
        ended.nextChargeDate = nil
        ended.continuingOffer = nil
        ended.pendingOffer = nil
        ended.priceIncrease = nil
        ended.autoRenews = false
        return ended
    }
}

extension ExpirationIntent {
    /// The subtype of the notification EXPIRED.
    fileprivate var expiredSubtype: NotificationSubtype? {
        switch self {
        case .customerCancelled: .voluntary
        case .billingError: .billingRetry
        case .priceIncreaseDeclined: .priceIncrease
        case .productUnavailable: .productNotForSale
        default: nil
        }
    }
}
