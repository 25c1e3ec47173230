package import AppStoreModels
import Crypto
import Foundation
import StoreConfiguration

extension StoreEngine {
    /// Turns renewal on or off, as the customer does in the settings.
    ///
    /// Turning it off while a failed renewal is being retried ends the subscription at once.
    ///
    /// - Throws: `unknownSubscription`; `invalidState` if it has ended
    package mutating func setAutoRenew(_ isOn: Bool, originalTransactionID: String) throws(StoreError) {
        var chain = try liveSubscription(originalTransactionID)
        guard chain.autoRenews != isOn else { return }
        if isOn { turnAutoRenew(true, of: &chain) } else { cancel(chain) }
    }

    /// Chooses what the next renewal buys, as the customer does in the settings; a higher level begins at once.
    ///
    /// What the app has finished stays finished: it hears of a new transaction only.
    ///
    /// - Throws: `unknownSubscription`, `unknownProduct`; `invalidState` if it has ended or the product is in another group
    package mutating func setRenewalProduct(_ productID: String, originalTransactionID: String) throws(StoreError) {
        let chain = try liveSubscription(originalTransactionID)
        try checkOrdinary(chain)
        let entry = try entry(productID)
        guard let subscription = entry.subscription, subscription.groupID == chain.groupID else {
            throw StoreError(.invalidState, "\(productID) is not in subscription group \(chain.groupID)")
        }
        let request = PurchaseRequest(
            productID: productID,
            accountID: chain.accountID,
            appAccountToken: chain.appAccountToken,
            applicationUsername: chain.applicationUsername
        )
        let account = try account(chain.accountID)
        let plan = SubscriptionPlan(entry: entry, subscription: subscription)
        _ = completeSubscription(request, plan, account, attempt: nil, by: .customer)
    }

    /// Ends the period now and begins the next one; turns renewal on and forgets a price that waits for an answer. A
    /// renewal that had failed is charged after all.
    ///
    /// - Throws: `unknownSubscription`; `invalidState` if it has ended; `unknownProduct` if it is no longer sold
    package mutating func forceRenewal(originalTransactionID: String) throws(StoreError) {
        var chain = try liveSubscription(originalTransactionID)
        if chain.isInBillingRetryPeriod { return try resolveBilling(originalTransactionID: originalTransactionID) }
        guard let plan = plan(chain.autoRenewProductID) else {
            throw StoreError(.unknownProduct, "the catalogue has no \"\(chain.autoRenewProductID)\" any more")
        }
        if !chain.autoRenews { turnAutoRenew(true, of: &chain) }
        cutShort(&chain)
        if chain.priceIncrease?.isAccepted == false { chain.priceIncrease = nil }
        chain.billingDay = now.dayOfMonth
        renew(chain, of: customers[chain.accountID], plan, from: now, .renewed, StoreNotification(.didRenew))
    }

    /// Ends the subscription now.
    ///
    /// - Throws: `unknownSubscription`; `invalidState` if it has ended
    package mutating func expire(originalTransactionID: String) throws(StoreError) {
        var chain = try liveSubscription(originalTransactionID)
        // First the end: what is stated last says it, and nothing of the same moment says a later one.
        cutShort(&chain)
        cancelAtOnce(chain)
    }

    /// Ends the subscription now for a reason of choice, to see what an app or a server makes of it.
    ///
    /// - Throws: `unknownSubscription`, `familyShared`, `invalidValue`; `invalidState` if it has ended
    package mutating func end(
        originalTransactionID: String,
        because intent: ExpirationIntent
    ) throws(StoreError) {
        guard (1...5).contains(intent.rawValue) else {
            throw StoreError(.invalidValue, "\(intent) is no reason for an end; 1 to 5 are")
        }
        var chain = try liveSubscription(originalTransactionID)
        cutShort(&chain)
        if intent == .customerCancelled { cancelAtOnce(chain) } else { expire(chain, intent) }
    }

    /// Moves the end of the period, as the App Store Server API can, by 1 to 90 days, twice in 365 days. At a fast rate
    /// the days pass as fast as the subscription's.
    ///
    /// - Parameter request: What the developer calls the request; each counts once. Nil for one without a name.
    /// - Throws: `unknownSubscription`, `familyShared`, `invalidValue`, `extensionLimit`; `invalidValue` also for a request that
    ///   was carried out before; `invalidState` if it has ended, is in billing retry, or is free
    package mutating func extendRenewal(
        originalTransactionID: String,
        days: Int,
        request: String? = nil
    ) throws(StoreError) {
        let name = request.map(Self.nameOfExtension)
        if let name, offerState.usedNonces.contains(name) {
            throw StoreError(
                .invalidValue,
                answered: 4_000_011,
                "\"\(request ?? "")\" extended a subscription before; each request has an identifier of its own"
            )
        }
        guard ExtendRenewalDateRequest.possibleDays.contains(days), let length = BillingPeriod(count: days, unit: .day)
        else {
            throw StoreError(.invalidValue, "\(days) days: a period can be extended by 1 to 90 days")
        }
        var chain = try liveSubscription(originalTransactionID)
        guard chain.status == .active else {
            throw StoreError(.invalidState, "subscription \(originalTransactionID) is in billing retry")
        }
        if ledger[chain.latestTransactionID]?.offer?.paymentMode == .freeTrial {
            throw StoreError(
                .invalidState,
                "subscription \(originalTransactionID) is in a free offer; extend a paid period"
            )
        }
        let calendar = SubscriptionCalendar(rate: settings.timeRate)
        chain.extensionDates = try extensionDates(of: chain, calendar) + [now]
        chain.expiresDate = calendar.end(of: length, from: chain.expiresDate, billingDay: chain.billingDay)
        chain.billingDay = chain.expiresDate.dayOfMonth
        var transactions: [StoreTransaction] = []
        if var latest = ledger[chain.latestTransactionID] {
            latest.expiresDate = chain.expiresDate
            transactions = [latest]
        }
        emit(
            .renewalExtended,
            notification: StoreNotification(.renewalExtended),
            transactions: transactions,
            subscription: chain,
            about: name.map { .offerNonce($0) }
        )
    }

    /// What counts once is kept as a UUID; a name has one that nothing else has.
    private static func nameOfExtension(_ request: String) -> UUID {
        var bytes = Array(SHA256.hash(data: Data("renewal extension \(request)".utf8)).prefix(16))
        // The version and the variant of UUIDs that say nothing, so that none is one of chance.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// When the subscription was extended within the last 365 days.
    private func extensionDates(
        of chain: StoreSubscription,
        _ calendar: SubscriptionCalendar
    ) throws(StoreError) -> [Date] {
        guard let year = BillingPeriod(count: 365, unit: .day) else { return [] }
        let recent = chain.extensionDates.filter { date in
            calendar.end(of: year, from: date, billingDay: date.dayOfMonth) > now
        }
        guard recent.count < 2 else {
            throw StoreError(
                .extensionLimit,
                "subscription \(chain.originalTransactionID) was extended twice within 365 days; wait until that is past"
            )
        }
        return recent
    }

    /// A subscription for which something is still due, of the one who bought it.
    func liveSubscription(_ originalTransactionID: String) throws(StoreError) -> StoreSubscription {
        let chain = try purchasedSubscription(originalTransactionID)
        guard chain.isLive else {
            throw StoreError(
                .invalidState,
                "subscription \(originalTransactionID) has ended; it can only be bought again"
            )
        }
        return chain
    }

    /// A subscription of the one who bought it.
    func purchasedSubscription(_ originalTransactionID: String) throws(StoreError) -> StoreSubscription {
        let chain = try subscription(originalTransactionID)
        if let sharing = chain.sharing {
            throw StoreError(
                .familyShared,
                "subscription \(originalTransactionID) came by Family Sharing; use the purchaser's "
                    + sharing.originalTransactionID
            )
        }
        return chain
    }

    /// Turns renewal off: the subscription ends with its period; at once while a failed renewal is being retried.
    mutating func cancel(_ chain: StoreSubscription) {
        guard !chain.isInBillingRetryPeriod else { return cancelAtOnce(chain) }
        var chain = chain
        turnAutoRenew(false, of: &chain)
    }

    /// Turns renewal off and ends the subscription in the same moment.
    ///
    /// Both notifications say that it has ended, and why: of two statements of one date nobody can tell which came last.
    mutating func cancelAtOnce(_ chain: StoreSubscription) {
        var ended = chain.ended(.customerCancelled)
        if chain.autoRenews { turnAutoRenew(false, of: &ended) }
        expire(ended, .customerCancelled)
    }

    mutating func turnAutoRenew(_ isOn: Bool, of chain: inout StoreSubscription) {
        chain.autoRenews = isOn
        let subtype: NotificationSubtype = isOn ? .autoRenewEnabled : .autoRenewDisabled
        emit(
            .autoRenewChanged,
            notification: StoreNotification(.didChangeRenewalStatus, subtype),
            latestOf: chain
        )
    }

    /// Lets the current period end now.
    mutating func cutShort(_ chain: inout StoreSubscription) {
        guard chain.expiresDate > now else { return }
        chain.expiresDate = now
        var latest = ledger[chain.latestTransactionID]
        latest?.expiresDate = now
        emit(.periodCutShort, transactions: latest.map { [$0] } ?? [], subscription: chain)
    }
}
